Attribute VB_Name = "XlscoreRibbon"
Option Explicit

' The tab "Catan". The id of a button is the name of its function in xlscore.hosts.excel.ribbon.

Public Sub Pressed(control As IRibbonControl)
    Press control.ID
End Sub

Public Sub LabelWanted(control As IRibbonControl, ByRef returned As Variant)
    returned = RibbonWords(control.ID & "-label", ExcelIsGerman())
End Sub

Public Sub HelpWanted(control As IRibbonControl, ByRef returned As Variant)
    returned = RibbonWords(control.ID & "-help", ExcelIsGerman())
End Sub

Public Sub Press(button As String)
    On Error GoTo Failed
    If ActiveWorkbook Is Nothing Then
        Select Case button
            Case "new_workbook", "help"
                ' These need none, but RunPython does.
                Workbooks.Add
            Case Else
                MsgBox RibbonWords("no_workbook", ExcelIsGerman()), vbInformation, "xlscore"
                Exit Sub
        End Select
    End If
    ' As the add-in is built, it takes the name of a function in xlscore.hosts.excel.ribbon.
    RunPython button
    Exit Sub
Failed:
    ' xlwings leaves "Running..." there on a Mac.
    Application.StatusBar = False
    MsgBox RibbonWords("failed", ExcelIsGerman()) & vbNewLine & Err.Description, vbExclamation, "xlscore"
End Sub

Private Function ExcelIsGerman() As Boolean
    Dim excel As Object
    Set excel = Application
    ExcelIsGerman = (excel.International(xlCountryCode) = 49)
    ' Not every Excel for Mac has LanguageSettings; there the country has to do.
    On Error Resume Next
    ' The primary language of the user interface (2), such as 7 in German and Swiss German.
    ExcelIsGerman = ((excel.LanguageSettings.LanguageID(2) And 1023) = 7)
End Function
