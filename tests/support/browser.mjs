// Runs a program in Pyodide, the Python of browsers, with one wheel installed and no network.
// Standard input: {"wheel": path, "files": {name: text}, "program": text, "given": text}.
// Standard output: the text that is the value of the program's last line.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

globalThis.fetch = (address) => {
  throw new Error(`The network is not to be used: ${address}`);
};

async function outcome(job) {
  // What the program prints may not mix with its outcome.
  const python = await loadPyodide({ stdout: (line) => console.error(line) });
  python.unpackArchive(new Uint8Array(readFileSync(job.wheel)), "wheel");
  for (const [name, text] of Object.entries(job.files)) {
    python.FS.writeFile(name, text);
  }
  python.globals.set("given", job.given);
  return python.runPython(job.program);
}

try {
  process.stdout.write(await outcome(JSON.parse(readFileSync(0, "utf8"))));
} catch (error) {
  // Thrown further, Node would print a line of Pyodide's source, a megabyte long.
  console.error(error.message);
  process.exitCode = 1;
}
