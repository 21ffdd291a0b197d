-- Called by the add-in on macOS: a macro cannot leave Excel's sandbox, this script can.
-- Six fields with bars between: paths, interpreter, command, workbook, Excel, log file. A workbook
-- may have any name, so each goes to the shell quoted, and a bar in a name is refused.

on VbaHandler(parameters)
	set before to AppleScript's text item delimiters
	set AppleScript's text item delimiters to "|"
	set fields to text items of parameters
	set AppleScript's text item delimiters to before
	if (count of fields) is not 6 then error "The path of the workbook must not contain a bar."
	set {pythonPath, interpreter, command, workbookName, excelPath, logFile} to fields
	set program to "import xlwings.utils; xlwings.utils.prepare_sys_path('" & pythonPath & "'); " & command
	set call to quoted form of interpreter & " -B -u -W ignore -c " & quoted form of program
	set call to call & " " & quoted form of ("--wb=" & workbookName) & " --from_xl=1"
	set call to call & " " & quoted form of ("--app=" & excelPath)
	return do shell script call & " > /dev/null 2> " & quoted form of logFile & " &"
end VbaHandler
