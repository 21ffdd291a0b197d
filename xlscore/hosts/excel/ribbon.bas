Attribute VB_Name = "XlscoreRibbon"
Option Explicit

' The tab "Catan". The id of a button is its name in xlscore.hosts.common.actions.

Public Sub Pressed(control As IRibbonControl)
    Press control.ID
End Sub

Public Sub LabelWanted(control As IRibbonControl, ByRef returned As Variant)
    returned = RibbonWords(control.ID & "-label", ExcelLanguage())
End Sub

Public Sub HelpWanted(control As IRibbonControl, ByRef returned As Variant)
    returned = RibbonWords(control.ID & "-help", ExcelLanguage())
End Sub

Public Sub Press(button As String)
    On Error GoTo Failed
    If ActiveWorkbook Is Nothing Then
        Select Case button
            Case "new_workbook", "help"
                ' These need none, but RunPython does.
                Workbooks.Add
            Case Else
                MsgBox RibbonWords("no_workbook", ExcelLanguage()), vbInformation, "xlscore"
                Exit Sub
        End Select
    End If
    ' As the add-in is built, it takes the name of a button.
    RunPython button
    Exit Sub
Failed:
    ' xlwings leaves "Running..." there on a Mac.
    Application.StatusBar = False
    MsgBox RibbonWords("failed", ExcelLanguage()) & vbNewLine & Err.Description, vbExclamation, "xlscore"
End Sub

Private Function ExcelLanguage() As Long
    Dim excel As Object
    Set excel = Application
    ExcelLanguage = LanguageOfCountry(excel.International(xlCountryCode))
    ' Not every Excel for Mac has LanguageSettings; there the country has to do.
    On Error Resume Next
    ' The primary language of the user interface (2), such as 7 in German and Swiss German.
    ExcelLanguage = excel.LanguageSettings.LanguageID(2) And 1023
End Function
