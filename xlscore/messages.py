"""Every sentence a person may read, in English and German: one table from code to words.

FINDINGS are what an organizer is told about a workbook, REFUSALS why nothing was done (exit
code 2), SENTENCES all other words of the program. Fields in braces are the same in both
languages. Numbers are put in as exact values and shown with the language's decimal sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple


class Message(NamedTuple):
    """One sentence in both languages."""

    en: str
    de: str


FINDINGS: dict[str, Message] = {
    # The results as they were typed, cell by cell
    # The results against the rule set
    # Writing
    "sheet-replaced": Message(
        "This sheet was not written by xlscore; its cells are replaced in the scored copy. "
        "Rename the sheet to keep it.",
        "Dieses Blatt stammt nicht von xlscore; in der gewerteten Kopie werden seine Zellen "
        "ersetzt. Wer es behalten will, benennt es um.",
    ),
}

REFUSALS: dict[str, Message] = {
    # Lists of players
    "players-empty": Message(
        "{file}: no names found. Write one name per line.",
        "{file}: keine Namen gefunden. Bitte einen Namen je Zeile schreiben.",
    ),
    "players-not-text": Message(
        "{file}: this is not a text file. Save the list as text or CSV, one name per line.",
        "{file}: das ist keine Textdatei. Bitte die Liste als Text oder CSV speichern, "
        "einen Namen je Zeile.",
    ),
    "players-no-heading": Message(
        "{file}, line {line}: '{found}' has several columns, but the first line names none of "
        "them. Begin the file with a line of headings such as Player;Club;Lot.",
        "{file}, Zeile {line}: „{found}“ hat mehrere Spalten, aber die erste Zeile benennt sie "
        "nicht. Bitte mit einer Kopfzeile wie Spieler;Verein;Los beginnen.",
    ),
    "players-twice": Message(
        "{file}, line {line}: '{name}' already stands in line {first}. Names must differ; add "
        "something that tells the two apart.",
        "{file}, Zeile {line}: „{name}“ steht schon in Zeile {first}. Namen müssen verschieden "
        "sein; bitte einen unterscheidenden Zusatz anfügen.",
    ),
    "players-lot": Message(
        "{file}, line {line}: the lot '{found}' is not a whole number. Correct it or leave it "
        "empty.",
        "{file}, Zeile {line}: Das Los „{found}“ ist keine ganze Zahl. Bitte berichtigen oder "
        "leer lassen.",
    ),
    # Files
    "file-missing": Message(
        "{file}: there is no such file. Check the name and the folder.",
        "{file}: Diese Datei gibt es nicht. Namen und Ordner prüfen.",
    ),
    "file-unreadable": Message(
        "{file} cannot be opened: {reason}.",
        "{file} lässt sich nicht öffnen: {reason}.",
    ),
    "file-empty": Message(
        "{file} is empty (0 bytes). Copy or download it again.",
        "{file} ist leer (0 Bytes). Bitte erneut kopieren oder herunterladen.",
    ),
    "file-encrypted": Message(
        "{file} is protected with a password. Remove the password in the spreadsheet program "
        "and save again.",
        "{file} ist mit einem Kennwort geschützt. Das Kennwort in der Tabellenkalkulation "
        "entfernen und neu speichern.",
    ),
    "file-not-a-workbook": Message(
        "{file} is not an .xlsx or .xlsm workbook, whatever its name says. Open it in a "
        "spreadsheet program and save it as .xlsx.",
        "{file} ist keine .xlsx- oder .xlsm-Arbeitsmappe, auch wenn der Name es sagt. In einer "
        "Tabellenkalkulation öffnen und als .xlsx speichern.",
    ),
    "zip-damaged": Message(
        "{file} is damaged or cut off: its table of contents does not fit. Copy or download it "
        "again, or let the spreadsheet program repair it.",
        "{file} ist beschädigt oder abgeschnitten: Das Inhaltsverzeichnis passt nicht. Erneut "
        "kopieren oder herunterladen, oder von der Tabellenkalkulation reparieren lassen.",
    ),
    "part-damaged": Message(
        "{file} is damaged: {part} inside it cannot be unpacked. Copy or download it again, or "
        "let the spreadsheet program repair it.",
        "{file} ist beschädigt: {part} darin lässt sich nicht entpacken. Erneut kopieren oder "
        "herunterladen, oder von der Tabellenkalkulation reparieren lassen.",
    ),
    "part-twice": Message(
        "{file} is damaged: it holds {part} twice. Save it anew in the spreadsheet program.",
        "{file} ist beschädigt: {part} ist doppelt enthalten. In der Tabellenkalkulation neu "
        "speichern.",
    ),
    "part-missing": Message(
        "{file} is damaged: {part} is missing inside it. Let the spreadsheet program repair it.",
        "{file} ist beschädigt: {part} fehlt darin. Von der Tabellenkalkulation reparieren lassen.",
    ),
    "part-malformed": Message(
        "{file} is damaged: {part} inside it is not well-formed (line {line}). Let the "
        "spreadsheet program repair it.",
        "{file} ist beschädigt: {part} darin ist nicht wohlgeformt (Zeile {line}). Von der "
        "Tabellenkalkulation reparieren lassen.",
    ),
    "part-doctype": Message(
        "{file} is refused: {part} inside it declares a document type, which no spreadsheet "
        "program writes and which can be used for attacks.",
        "{file} wird abgelehnt: {part} darin deklariert einen Dokumenttyp. Das schreibt keine "
        "Tabellenkalkulation, und es taugt für Angriffe.",
    ),
    "unpacked-too-large": Message(
        "{file} is refused: it unpacks to more than {limit} bytes. If it comes from a source you "
        "trust, allow more with --max-unpacked.",
        "{file} wird abgelehnt: Entpackt ist es größer als {limit} Bytes. Wer der Quelle traut, "
        "erlaubt mehr mit --max-unpacked.",
    ),
    "part-out-of-proportion": Message(
        "{file} is refused: {part} inside it unpacks to more than 200 times its packed size, as "
        "a zip bomb does.",
        "{file} wird abgelehnt: {part} darin entpackt sich auf mehr als das 200-Fache, wie bei "
        "einer Zip-Bombe.",
    ),
    # Worksheet functions and buttons
    "argument-not-one-value": Message(
        "{argument} is a range of several cells. Give one cell or one text, such as {example}.",
        "{argument} ist ein Bereich aus mehreren Zellen. Bitte eine Zelle oder einen Text angeben, "
        "etwa {example}.",
    ),
    "argument-rows": Message(
        "rows is {found}, but must be a whole number from 0 to {most}: how many rows the answer "
        "is filled up to.",
        "rows ist {found}, muss aber eine ganze Zahl von 0 bis {most} sein: auf so viele Zeilen "
        "wird die Antwort aufgefüllt.",
    ),
    "sheet-of-the-organizer": Message(
        "Nothing was written: the sheet {sheet} is not one that xlscore made. Rename it, then "
        "recalculate.",
        "Nichts wurde geschrieben: Das Blatt {sheet} stammt nicht von xlscore. Bitte umbenennen "
        "und dann neu berechnen.",
    ),
    "file-folder": Message(
        "{file} is a folder, not a workbook. Name a file inside it.",
        "{file} ist ein Ordner, keine Arbeitsmappe. Eine Datei darin angeben.",
    ),
    "file-no-permission": Message(
        "{file} cannot be opened: access is denied. Close it in other programs and check its "
        "permissions.",
        "{file} lässt sich nicht öffnen: Der Zugriff ist verweigert. In anderen Programmen "
        "schließen und die Berechtigungen prüfen.",
    ),
    "format-later": Message(
        "{file}: {extension} files cannot be read yet. Open it in a spreadsheet program and save "
        "it as .xlsx.",
        "{file}: {extension}-Dateien können noch nicht gelesen werden. In einer "
        "Tabellenkalkulation öffnen und als .xlsx speichern.",
    ),
    "format-unknown": Message(
        "{file} does not end in .xlsx or .xlsm, as workbooks do. Name a workbook, or open the "
        "file in a spreadsheet program and save it as .xlsx.",
        "{file} endet nicht auf .xlsx oder .xlsm wie eine Arbeitsmappe. Eine Arbeitsmappe "
        "angeben, oder die Datei in einer Tabellenkalkulation öffnen und als .xlsx speichern.",
    ),
    "content-old-excel": Message(
        "{file} is an old Excel file (.xls) inside, whatever its name says. Open it in a "
        "spreadsheet program and save it as .xlsx.",
        "{file} ist innen eine alte Excel-Datei (.xls), auch wenn der Name etwas anderes sagt. "
        "In einer Tabellenkalkulation öffnen und als .xlsx speichern.",
    ),
    "content-opendocument": Message(
        "{file} is an OpenDocument file (.ods) inside, whatever its name says. Open it in a "
        "spreadsheet program and save it as .xlsx.",
        "{file} ist innen eine OpenDocument-Datei (.ods), auch wenn der Name etwas anderes sagt. "
        "In einer Tabellenkalkulation öffnen und als .xlsx speichern.",
    ),
    "content-web-page": Message(
        "{file} is a web page inside, whatever its name says. Download the workbook itself, or "
        "open the page in a spreadsheet program and save it as .xlsx.",
        "{file} ist innen eine Webseite, auch wenn der Name etwas anderes sagt. Die Arbeitsmappe "
        "selbst herunterladen, oder die Seite in einer Tabellenkalkulation öffnen und als .xlsx "
        "speichern.",
    ),
    "content-text": Message(
        "{file} is plain text such as CSV inside, whatever its name says. Open it in a "
        "spreadsheet program and save it as .xlsx.",
        "{file} ist innen reiner Text wie CSV, auch wenn der Name etwas anderes sagt. In einer "
        "Tabellenkalkulation öffnen und als .xlsx speichern.",
    ),
    "part-senseless": Message(
        "{file} is damaged: {part} inside it holds {found}, which no spreadsheet program writes. "
        "Let the spreadsheet program repair it.",
        "{file} ist beschädigt: {part} darin enthält {found}, was keine Tabellenkalkulation "
        "schreibt. Von der Tabellenkalkulation reparieren lassen.",
    ),
    "sheet-too-far": Message(
        "{file}: the sheet {sheet} has values as far apart as {area}, too many cells to read. "
        "Delete the rows and columns behind the results.",
        "{file}: Auf dem Blatt {sheet} liegen Werte so weit auseinander wie {area}; das sind zu "
        "viele Zellen. Die Zeilen und Spalten hinter den Ergebnissen löschen.",
    ),
    # Options and settings
    # Writing
}

SENTENCES: dict[str, Message] = {
    # Fresh workbooks
    "template-heading": Message("Five steps to the standings", "In fünf Schritten zur Wertung"),
    "template-step-settings": Message(
        "Choose the rule set on the left, and where there is one the scenario; "
        "they decide what counts.",
        "Links das Regelwerk wählen und, wo es eines gibt, das Szenario; "
        "danach richtet sich die Wertung.",
    ),
    "template-step-players": Message(
        "List everybody on the sheet {players}: their names become drop-down lists. "
        "A drawn lot goes there as well.",
        "Alle auf dem Blatt {players} eintragen: Ihre Namen werden zu Auswahllisten. "
        "Auch ein gezogenes Los steht dort.",
    ),
    "template-step-results": Message(
        "On the sheet {results} write one row per player and game, "
        "with the round and the table of that game.",
        "Auf dem Blatt {results} je Person und Partie eine Zeile schreiben, "
        "mit Runde und Tisch der Partie.",
    ),
    "template-step-league": Message(
        "List the games on the sheet {games}, then write one row per player and game "
        "on the sheet {results}.",
        "Die Spiele auf dem Blatt {games} eintragen, danach auf dem Blatt {results} "
        "je Person und Partie eine Zeile schreiben.",
    ),
    "template-step-score": Message(
        "Save and close, then run: xlscore score FILE. With the add-in, press Recalculate on "
        "the Catan tab instead.",
        "Speichern und schließen, dann aufrufen: xlscore score DATEI. Mit dem Add-in genügt "
        "Neu berechnen auf der Registerkarte Catan.",
    ),
    "template-step-check": Message(
        "Read the sheet {check} first: an error there makes the {standings} provisional. "
        "The sheets with a red tab are written for you.",
        "Zuerst das Blatt {check} lesen: Ein Fehler dort macht die {standings} vorläufig. "
        "Die Blätter mit rotem Reiter schreibt xlscore.",
    ),
    "template-not-scored": Message("Not scored yet.", "Noch nicht gewertet."),
    "template-chart": Message("Tournament points at the top", "Turnierpunkte an der Spitze"),
    "template-live": Message("Live standings", "Wertung, laufend berechnet"),
    "template-live-hint": Message(
        "Live standings appear here once the xlscore add-in is loaded in Excel. "
        "Without it, see the sheet {standings}.",
        "Hier erscheint die Wertung laufend, sobald in Excel das Add-in xlscore geladen ist. "
        "Ohne Add-in steht sie auf dem Blatt {standings}.",
    ),
    "template-page": Message("Page &P of &N", "Seite &P von &N"),
    "template-name-unlisted": Message(
        "This name is not on the list. Is it spelled right?",
        "Dieser Name steht nicht auf der Liste. Ist er richtig geschrieben?",
    ),
    "template-value-unusual": Message(
        "This value is not among the usual ones. Is it right?",
        "Dieser Wert gehört nicht zu den üblichen. Stimmt er?",
    ),
    "template-number-unusual": Message(
        "Usual here are whole numbers from {least} to {most}. Is this one right?",
        "Üblich sind hier ganze Zahlen von {least} bis {most}. Stimmt diese?",
    ),
    "template-score-unusual": Message(
        "Usual here are numbers of zero or more. Is this one right?",
        "Üblich sind hier Zahlen ab null. Stimmt diese?",
    ),
    "template-date-unusual": Message(
        "A date belongs here. Is this one right?", "Hierher gehört ein Datum. Stimmt es so?"
    ),
    "template-help-seat": Message(
        "Optional: 1, 2, 3, 4 in playing order.", "Freiwillig: 1, 2, 3, 4 in Spielreihenfolge."
    ),
    "template-help-vp": Message(
        "Victory points really reached, also above the number needed to win.",
        "Wirklich erreichte Siegpunkte, auch über der zum Sieg nötigen Zahl.",
    ),
    "template-help-score": Message(
        "The score of the game. Leave it empty where you enter places.",
        "Der Punktestand im Spiel. Leer lassen, wo Plätze eingetragen werden.",
    ),
    "template-help-winner": Message(
        "Optional: an x for whoever won, where points alone do not tell.",
        "Freiwillig: ein x bei der Siegerin oder dem Sieger, wo Punkte allein es nicht zeigen.",
    ),
    "template-help-place": Message(
        "Leave it empty, or fill it for the whole table: then it decides the places.",
        "Leer lassen oder für den ganzen Tisch ausfüllen: Dann gelten diese Plätze.",
    ),
    "template-help-factor": Message(
        "Leave it empty, or enter a factor: it wins over the one from the minutes.",
        "Leer lassen oder einen Faktor eintragen: Er gilt statt des Faktors aus den Minuten.",
    ),
    "template-help-lot": Message(
        "A drawn lot: the lower number goes first where nothing else decides.",
        "Ein gezogenes Los: Die kleinere Zahl liegt vorn, wo sonst nichts entscheidet.",
    ),
    "template-help-active": Message(
        "Empty means yes. Who has left is not seated any more, but keeps the results.",
        "Leer heißt ja. Wer gegangen ist, wird nicht mehr gesetzt, behält aber die Ergebnisse.",
    ),
    "template-help-minutes": Message(
        "How long the game lasts; the game factor follows from it.",
        "Wie lange das Spiel dauert; daraus folgt der Spielfaktor.",
    ),
    "template-help-level": Message(
        "Decides the factor where the minutes lie between two steps.",
        "Entscheidet über den Faktor, wo die Minuten zwischen zwei Stufen liegen.",
    ),
    "template-help-better": Message(
        "Which score wins; empty means the higher one.",
        "Welcher Punktestand gewinnt; leer heißt der höhere.",
    ),
    # Worksheet functions and buttons
    "fault": Message(
        "This is a fault in xlscore ({fault}), not in the workbook. Please report it.",
        "Das ist ein Fehler in xlscore ({fault}), nicht in der Mappe. Bitte melden.",
    ),
    "recalculated": Message(
        "{scored} of {total} games scored, {players} players ranked; errors: {errors}, "
        "warnings: {warnings}.",
        "{scored} von {total} Partien gewertet, {players} Personen in der Wertung; Fehler: "
        "{errors}, Warnungen: {warnings}.",
    ),
    "function-standings": Message(
        "Standings of a tournament or league, with the reason for every rank.",
        "Wertung eines Turniers oder einer Liga, mit dem Grund für jeden Rang.",
    ),
    "function-games": Message(
        "One row per player and game: place, tournament points and share.",
        "Eine Zeile je Person und Partie: Platz, Turnierpunkte und Anteil.",
    ),
    "function-check": Message(
        "What is wrong or unusual in the results, with the cells.",
        "Was an den Ergebnissen falsch oder auffällig ist, mit den Zellen.",
    ),
    "argument-help-results": Message(
        "The results with their header row, such as tblResults[#All]; if left out, those of this "
        "workbook.",
        "Die Ergebnisse mit Kopfzeile, etwa tblResults[#Alle]; ohne Angabe die dieser Mappe.",
    ),
    "argument-help-rules": Message(
        "Rule set, such as dsvc-s3; if left out, that of the sheet Tournament.",
        "Regelwerk, etwa dsvc-s3; ohne Angabe das vom Blatt Turnier.",
    ),
    "argument-help-scenario": Message(
        "Scenario, such as base; if left out, that of the sheet Tournament.",
        "Szenario, etwa base; ohne Angabe das vom Blatt Turnier.",
    ),
    "argument-help-rows": Message(
        "Fill up with empty text to this many rows.",
        "Mit leerem Text auf so viele Zeilen auffüllen.",
    ),
}


class Refused(ValueError):
    """Nothing can be done, and why: a code of REFUSALS and the values of its sentence."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        return self.text("en")

    def text(self, language: str) -> str:
        """The reason as one line in `language` (``"en"`` or ``"de"``)."""
        return sentence(REFUSALS[self.code], language, self.values)


def sentence(message: Message, language: str, values: Mapping[str, object]) -> str:
    """The message in `language` with its fields filled in."""
    words = message.de if language == "de" else message.en
    return words.format_map({name: shown(value, language) for name, value in values.items()})


def shown(value: object, language: str) -> str:
    """A value inside a sentence: numbers with the language's decimal sign, lists with commas."""
    if isinstance(value, (list, tuple)):
        return ", ".join(shown(item, language) for item in value)
    if isinstance(value, Fraction):
        value = exact(value)
        return value.replace(".", ",") if language == "de" else value
    return str(value)


def exact(value: int | Fraction) -> str:
    """An exact number as text: integer or terminating decimal as such, else a fraction.

    ``12``, ``2.5``, ``10/3``.
    """
    numerator, denominator = value.numerator, value.denominator
    digits, rest = 0, denominator
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest //= prime
            power += 1
        digits = max(digits, power)
    if rest != 1:
        return f"{numerator}/{denominator}"
    if digits == 0:
        return str(numerator)
    scaled = abs(numerator) * 10**digits // denominator
    sign = "-" if numerator < 0 else ""
    return f"{sign}{scaled // 10**digits}.{scaled % 10**digits:0{digits}d}"
