"""Every sentence a person may read, in English and German: one table from code to words.

FINDINGS are what an organizer is told about a workbook, REFUSALS why nothing was done (exit
code 2), SENTENCES all other words of the program. Fields in braces are the same in both
languages. Numbers are put in as exact values and shown with the language's decimal sign.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple


class Message(NamedTuple):
    """One sentence in both languages."""

    en: str
    de: str


def _claim(en: str, de: str) -> Message:
    """A number that differs in the organizer's own standings: both numbers, the likely cause."""
    return Message(
        f"{{player}}: {{claim}} here {{claimed}}, computed {{ours}}. {en}",
        f"{{player}}: {{claim}} hier {{claimed}}, berechnet {{ours}}. {de}",
    )


FINDINGS: dict[str, Message] = {
    # The results as they were typed, cell by cell
    "name-spaces": Message(
        "Spare blanks or invisible characters in the name; read as {player}.",
        "Überzählige Leerzeichen oder unsichtbare Zeichen im Namen; gelesen als {player}.",
    ),
    "name-characters": Message(
        "Characters that no spreadsheet can hold were left out of the name; read as {player}.",
        "Zeichen, die keine Tabelle fassen kann, wurden aus dem Namen entfernt; gelesen als "
        "{player}.",
    ),
    "name-case": Message(
        "{found} differs from {player} in letter case or the form of characters only; read as "
        "the same player.",
        "{found} unterscheidet sich von {player} nur in Groß- und Kleinschreibung oder in der "
        "Form der Zeichen; gelesen als dieselbe Person.",
    ),
    "name-sign": Message(
        "{found}: the sign is no part of the name; read as {player}.",
        "{found}: Das Zeichen gehört nicht zum Namen; gelesen als {player}.",
    ),
    "name-also": Message(
        "{found} is read as {player}: the Players sheet lists it as a further spelling.",
        "{found} wird als {player} gelesen: Das Blatt Spieler nennt es als weitere Schreibweise.",
    ),
    "also-taken": Message(
        "{found} is listed as a further spelling of {player} and stands for {other} as well; the "
        "games of {found} are not scored. Delete one of the two.",
        "{found} ist als weitere Schreibweise von {player} eingetragen und steht auch für "
        "{other}; die Spiele von {found} werden nicht gewertet. Bitte eins von beiden löschen.",
    ),
    "player-not-text": Message(
        "{found} stands where a player's name belongs. Type the name.",
        "{found} steht, wo der Name einer Person hingehört. Bitte den Namen eintragen.",
    ),
    "rounds-invalid": Message(
        "“{found}” is no number of rounds and is ignored. Expected 1, 2, 3 ...",
        "„{found}“ ist keine Zahl von Runden und bleibt unbeachtet. Erwartet wird 1, 2, 3 ...",
    ),
    "active-unclear": Message(
        "“{found}” is neither yes nor no; read as yes. Expected is yes, no, or nothing for yes.",
        "„{found}“ ist weder ja noch nein; gelesen als ja. Erwartet wird ja, nein, oder nichts "
        "für ja.",
    ),
    "language-invalid": Message(
        "“{found}” is no language known here and is ignored. Expected English or German.",
        "„{found}“ ist keine hier bekannte Sprache und bleibt unbeachtet. Erwartet wird Deutsch "
        "oder Englisch.",
    ),
    "list-column-twice": Message(
        "Several columns are headed {heading}; only the first counts. Rename the others.",
        "Mehrere Spalten heißen {heading}; nur die erste zählt. Bitte die anderen umbenennen.",
    ),
    "player-listed-twice": Message(
        "{player} stands twice on the Players sheet; read as one player. Delete one of the rows.",
        "{player} steht zweimal auf dem Blatt Spieler; gelesen als eine Person. Bitte eine der "
        "Zeilen löschen.",
    ),
    "number-as-text": Message(
        "“{found}” is text; read as the number {number}.",
        "„{found}“ ist Text; gelesen als die Zahl {number}.",
    ),
    "number-ambiguous": Message(
        "“{found}” may mean thousands or decimals. Type the number as a number.",
        "„{found}“ kann Tausender oder Dezimalstellen meinen. Bitte als Zahl eintragen.",
    ),
    "cell-error": Message(
        "This cell shows the error {found}. Type the value, or mend the formula.",
        "Diese Zelle zeigt den Fehler {found}. Bitte den Wert eintragen oder die Formel "
        "berichtigen.",
    ),
    "formula-no-value": Message(
        "This formula has no stored value. Open the workbook in a spreadsheet program and save "
        "it once.",
        "Diese Formel hat keinen gespeicherten Wert. Bitte die Mappe einmal in einem "
        "Tabellenprogramm öffnen und speichern.",
    ),
    "vp-text": Message(
        "“{found}” is no number of victory points. Type a number, or leave the whole table empty "
        "until it has played.",
        "„{found}“ ist keine Zahl von Siegpunkten. Bitte eine Zahl eintragen, oder den ganzen "
        "Tisch leer lassen, bis er gespielt hat.",
    ),
    "vp-boolean": Message(
        "{found} stands where victory points belong. Type a number.",
        "{found} steht, wo Siegpunkte hingehören. Bitte eine Zahl eintragen.",
    ),
    "vp-date": Message(
        "A date ({found}) stands where victory points belong: the spreadsheet turned a number "
        "such as 10.5 into a date. Format the cell as a number and type the value again.",
        "Ein Datum ({found}) steht, wo Siegpunkte hingehören: Die Tabelle hat eine Eingabe wie "
        "10.5 in ein Datum verwandelt. Bitte die Zelle als Zahl formatieren und den Wert neu "
        "eintragen.",
    ),
    "vp-negative": Message(
        "{found} is below zero, which victory points under {rules} never are. Correct the cell; "
        "where the referee decides, type 0 and the places of the whole table.",
        "{found} liegt unter null; unter {rules} sind Siegpunkte null oder mehr. Bitte die Zelle "
        "berichtigen; wo die Spielleitung entscheidet, bitte 0 und alle Plätze des Tisches "
        "eintragen.",
    ),
    "round-invalid": Message(
        "“{found}” is no round. Expected 1, 2, 3 ..., Semi-final or Final.",
        "„{found}“ ist keine Runde. Erwartet wird 1, 2, 3 ..., Halbfinale oder Finale.",
    ),
    "label-read-as": Message(
        "“{found}” is written with digits or letters of another width or script; read as {read}.",
        "„{found}“ steht in Ziffern oder Buchstaben anderer Breite oder Schrift; gelesen als "
        "{read}.",
    ),
    "table-not-text": Message(
        "{found} stands where a table belongs. Type the table's number or name.",
        "{found} steht, wo ein Tisch hingehört. Bitte Nummer oder Namen des Tisches eintragen.",
    ),
    "game-not-text": Message(
        "{found} stands where the name of a game belongs. Type the name.",
        "{found} steht, wo der Name eines Spiels hingehört. Bitte den Namen eintragen.",
    ),
    "winner-invalid": Message(
        "“{found}” does not tell whether this player won. Type x for the winner, nothing for "
        "the others.",
        "„{found}“ sagt nicht, ob diese Person gewonnen hat. Bitte x beim Sieg eintragen, sonst "
        "nichts.",
    ),
    "winner-unknown": Message(
        "“{found}” is the name of none of the players of this game, or of several, and not the "
        "number of a heading. Type one of the names, or the number behind the heading.",
        "„{found}“ ist kein Name dieser Partie, oder der mehrerer, und keine Nummer einer "
        "Überschrift. Bitte einen der Namen eintragen, oder die Nummer hinter der Überschrift.",
    ),
    "winners-several": Message(
        "{count} winners are marked at one table; expected one at most. Keep one mark.",
        "An einem Tisch sind {count} Sieger markiert; höchstens einer ist möglich. Bitte nur "
        "eine Marke stehen lassen.",
    ),
    "place-invalid": Message(
        "“{found}” is no place. Expected a whole number from 1.",
        "„{found}“ ist kein Platz. Erwartet wird eine ganze Zahl ab 1.",
    ),
    "factor-invalid": Message(
        "“{found}” is no game factor. Expected a number above zero, such as 0.5, 1 or 2.",
        "„{found}“ ist kein Spielfaktor. Erwartet wird eine Zahl über null wie 0,5, 1 oder 2.",
    ),
    "factor-differs": Message(
        "One game has several factors: {found}. Type one factor, in one row or in all.",
        "Ein Spiel hat mehrere Faktoren: {found}. Bitte einen Faktor eintragen, in einer oder "
        "in allen Zeilen.",
    ),
    "game-differs": Message(
        "One table has several games: {found}. Correct the name, or the table's number.",
        "Ein Tisch hat mehrere Spiele: {found}. Bitte den Namen oder die Tischnummer berichtigen.",
    ),
    "date-invalid": Message(
        "“{found}” is no date that can mean only one day. Expected a date cell or 2026-03-01.",
        "„{found}“ ist kein eindeutiges Datum. Erwartet wird eine Datumszelle oder 01.03.2026.",
    ),
    "date-short": Message(
        "{found} is a number, not a date: probably day and month were typed. Type the date with "
        "its year, such as 2026-03-12.",
        "{found} ist eine Zahl und kein Datum: Vermutlich wurden Tag und Monat eingetippt. Bitte "
        "das Datum mit Jahr eintragen, etwa 12.03.2026.",
    ),
    "date-differs": Message(
        "One table of one round has dates more than a day apart: {found}. It is not scored. "
        "Correct the date, or the number of the round.",
        "Ein Tisch einer Runde hat Daten, die mehr als einen Tag auseinanderliegen: {found}. Er "
        "wird nicht gewertet. Bitte das Datum oder die Rundennummer berichtigen.",
    ),
    "times-apart": Message(
        "The times of this game lie more than 90 minutes apart: {found}. It is not scored. If "
        "these are two games, give one of them another table number; else correct the times.",
        "Die Uhrzeiten dieses Spiels liegen mehr als 90 Minuten auseinander: {found}. Es wird "
        "nicht gewertet. Wenn es zwei Partien sind, bitte einer davon eine andere Tischnummer "
        "geben, sonst die Uhrzeiten berichtigen.",
    ),
    "over-midnight": Message(
        "The rows of this game have two dates: {found}; read as one game of the first.",
        "Die Zeilen dieses Spiels haben zwei Daten: {found}; gelesen als ein Spiel des ersten.",
    ),
    "game-joint": Message(
        "{game}: {players} players in several blocks of rows, where {usual} are usual; these are "
        "probably two games with the same table number. It is not scored. Type the date of each "
        "game, or give each a table number of its own.",
        "{game}: {players} Personen in mehreren Blöcken von Zeilen, wo {usual} üblich sind; "
        "vermutlich sind das zwei Partien mit derselben Tischnummer. Das Spiel wird nicht "
        "gewertet. Bitte zu jeder Partie das Datum oder eine eigene Tischnummer eintragen.",
    ),
    "game-twice": Message(
        "These rows have the same round and table, or date, game and table, and the same players "
        "({players}): pasted twice? None of them is scored. Delete one, or correct its round, "
        "date or table.",
        "Diese Zeilen haben dieselbe Runde und denselben Tisch, oder Datum, Spiel und Tisch, und "
        "dieselben Personen ({players}): doppelt eingefügt? Keine davon wird gewertet. Bitte eine "
        "löschen, oder Runde, Datum oder Tisch berichtigen.",
    ),
    "table-repeated": Message(
        "{count} rows have the table number of another row of their round or date; each row is "
        "read as a game of its own.",
        "{count} Zeilen haben die Tischnummer einer anderen Zeile ihrer Runde oder ihres Datums; "
        "jede Zeile ist als eigene Partie gelesen.",
    ),
    "block-unlabelled": Message(
        "Rows {first} to {last} stand below an empty row and do not say which game they are: "
        "round, table, date or game is left out. They are not scored. Fill it in in row {first}, "
        "or delete the empty row above it.",
        "Die Zeilen {first} bis {last} stehen unter einer leeren Zeile und sagen nicht, welches "
        "Spiel sie sind: Runde, Tisch, Datum oder Spiel fehlt. Sie werden nicht gewertet. "
        "Bitte in Zeile {first} eintragen oder die leere Zeile darüber löschen.",
    ),
    "minutes-invalid": Message(
        "“{found}” is no number of minutes. Type how long the game lasts, or a factor.",
        "„{found}“ ist keine Zahl von Minuten. Bitte die Spieldauer oder einen Faktor eintragen.",
    ),
    "better-invalid": Message(
        "“{found}” does not tell which score wins. Expected higher or lower.",
        "„{found}“ sagt nicht, welcher Punktestand gewinnt. Erwartet wird höher oder niedriger.",
    ),
    "lot-invalid": Message(
        "“{found}” is no lot and is ignored. Expected a number.",
        "„{found}“ ist kein Los und bleibt unbeachtet. Erwartet wird eine Zahl.",
    ),
    "game-listed-twice": Message(
        "{game} stands twice on the Games sheet; its games are not scored. Delete one of the rows.",
        "{game} steht zweimal auf dem Blatt Spiele; diese Spiele werden nicht gewertet. Bitte "
        "eine der Zeilen löschen.",
    ),
    "key-missing": Message(
        "{field} is empty in the row of {player}; the game is not scored. Fill it in.",
        "{field} ist in der Zeile von {player} leer; das Spiel wird nicht gewertet. Bitte "
        "ergänzen.",
    ),
    "row-without-player": Message(
        "Victory points or a place, but no player in this row; its game is not scored. Type the "
        "name, or empty the row.",
        "Siegpunkte oder ein Platz, aber keine Person in dieser Zeile; ihr Spiel wird nicht "
        "gewertet. Bitte den Namen ergänzen oder die Zeile leeren.",
    ),
    "cell-merged": Message(
        "{found} is merged, where every row needs a cell of its own. Unmerge it and fill in each "
        "row.",
        "{found} ist verbunden, wo jede Zeile eine eigene Zelle braucht. Bitte die Verbindung "
        "lösen und jede Zeile ausfüllen.",
    ),
    "column-filled-down": Message(
        "{field} is filled in only in the first row of each block; it is read as meant for the "
        "whole block.",
        "{field} ist nur in der ersten Zeile jedes Blocks eingetragen und wird für den ganzen "
        "Block gelesen.",
    ),
    "rows-hidden": Message(
        "{count} hidden or filtered rows are read as well; here is the first.",
        "{count} ausgeblendete oder gefilterte Zeilen werden mitgelesen; hier ist die erste.",
    ),
    "rows-struck": Message(
        "Rows that are struck through are read as well: {count}. Delete what is not to count.",
        "Durchgestrichene Zeilen werden mitgelesen: {count}. Bitte löschen, was nicht zählen soll.",
    ),
    "name-near": Message(
        "Nearly the same name, read as {count} players: {players}. If one person is meant, spell "
        "the name alike, or list the other spellings on the Players sheet, column Also.",
        "Fast gleiche Namen, gelesen als {count} Personen: {players}. Ist eine Person gemeint, "
        "bitte den Namen gleich schreiben, oder die anderen Schreibweisen auf dem Blatt Spieler "
        "in der Spalte Auch eintragen.",
    ),
    "names-near": Message(
        "At least {count} more groups of names are nearly the same; the first of them is here.",
        "Mindestens {count} weitere Gruppen von Namen sind fast gleich; hier steht die erste "
        "davon.",
    ),
    "totals-ignored": Message(
        "Rows that add others up are no results and are ignored: {count}.",
        "Zeilen, die andere zusammenzählen, sind keine Ergebnisse und bleiben unbeachtet: {count}.",
    ),
    "headings-repeated": Message(
        "Headings that come again are no results and are ignored: {count}.",
        "Überschriften, die sich wiederholen, sind keine Ergebnisse und bleiben unbeachtet: "
        "{count}.",
    ),
    "game-in-doubt": Message(
        "This game is not scored: what stands in row {rows} may belong to it. Mend that row.",
        "Dieses Spiel wird nicht gewertet: Was in Zeile {rows} steht, könnte dazugehören. Bitte "
        "diese Zeile berichtigen.",
    ),
    "rows-beyond-end": Message(
        "{count} more rows stand below the end of the results and are not scored; the first and "
        "the last are named. Move them up to the others, or extend the table.",
        "{count} weitere Zeilen stehen unter dem Ende der Ergebnisse und werden nicht gewertet; "
        "die erste und die letzte sind genannt. Bitte zu den anderen hinaufschieben oder die "
        "Tabelle erweitern.",
    ),
    "column-twice": Message(
        "{count} columns are headed {field}; nothing is scored, since only one can count. Rename "
        "the others.",
        "{count} Spalten heißen {field}; nichts wird gewertet, denn nur eine kann zählen. Bitte "
        "die anderen umbenennen.",
    ),
    "column-alone": Message(
        "{found}: no column {field} has the same number. Nothing is scored, since it is not clear "
        "whose values these are. Correct the headings, or rename those that are no results.",
        "{found}: Keine Spalte {field} hat dieselbe Nummer. Nichts wird gewertet, denn es ist "
        "nicht klar, wessen Werte es sind. Bitte die Überschriften berichtigen, oder umbenennen, "
        "was keine Ergebnisse sind.",
    ),
    "results-elsewhere": Message(
        "These sheets look like results as well and are not read: {sheets}. Put all rounds on "
        "one sheet if they belong to this tournament.",
        "Auch diese Blätter sehen nach Ergebnissen aus und werden nicht gelesen: {sheets}. Bitte "
        "alle Runden auf ein Blatt schreiben, wenn sie zu diesem Turnier gehören.",
    ),
    "text-encoding": Message(
        "The file is not in UTF-8 and is read as Windows text. If letters such as ä come out "
        "wrong, save it again as CSV UTF-8.",
        "Die Datei ist nicht in UTF-8 und wird als Windows-Text gelesen. Falls Buchstaben wie ä "
        "falsch ankommen, bitte noch einmal als CSV UTF-8 speichern.",
    ),
    "round-sheet-unread": Message(
        "The sheet {sheet} is called like the others that are read and is not read itself, because "
        "its headings lack {columns}. Add what is missing if it holds results, or else rename it.",
        "Das Blatt {sheet} heißt wie die anderen gelesenen und wird selbst nicht gelesen, weil in "
        "seinen Überschriften {columns} fehlt. Bitte das Fehlende ergänzen, wenn dort Ergebnisse "
        "stehen, sonst das Blatt umbenennen.",
    ),
    "sheet-called-otherwise": Message(
        "This cell says {found}, and its sheet is called {sheet}. The game is not scored: correct "
        "the cell, empty it, or rename the sheet.",
        "In dieser Zelle steht {found}, und ihr Blatt heißt {sheet}. Das Spiel wird nicht "
        "gewertet: Bitte die Zelle korrigieren oder leeren oder das Blatt umbenennen.",
    ),
    "position-unclear": Message(
        "{found} may be a seat or a place. Nothing is scored until the column is called Seat or "
        "Place.",
        "{found} kann ein Sitz oder ein Platz sein. Nichts wird gewertet, bis die Spalte Sitz "
        "oder Platz heißt.",
    ),
    "columns-unread": Message(
        "Not read, because these headings mean nothing here: {found}.",
        "Nicht gelesen, weil diese Überschriften hier nichts bedeuten: {found}.",
    ),
    "columns-unread-points": Message(
        "Not read, so that nothing in it counts: {found}. Read are victory points from a column "
        "VP, the referee's places from Place, and tournament points that the referee gives or "
        "takes from Bonus TP. Put the numbers there, or leave them if they are not meant to "
        "count.",
        "Nicht gelesen, so dass nichts darin zählt: {found}. Gelesen werden Siegpunkte aus einer "
        "Spalte SP, Plätze der Turnierleitung aus Platz, und Turnierpunkte, die sie gibt oder "
        "nimmt, aus Bonus-TP. Bitte die Zahlen dort eintragen, oder sie stehen lassen, wenn sie "
        "nicht zählen sollen.",
    ),
    "bonus-points": Message(
        "Bonus TP of {player}: {points}{reason}; added to the tournament points.",
        "Bonus-TP von {player}: {points}{reason}; zu den Turnierpunkten gezählt.",
    ),
    "bonus-points-more": Message(
        "Bonus TP of {count} more rows are added to the tournament points; here is the first.",
        "Bonus-TP aus {count} weiteren Zeilen sind zu den Turnierpunkten gezählt; hier steht die "
        "erste.",
    ),
    "bonus-not-counted": Message(
        "Bonus TP of {player} are not counted: {points}. They count in rounds before the "
        "semi-finals, in games that are scored, for somebody who has played.",
        "Bonus-TP von {player} zählen nicht: {points}. Sie zählen in Runden vor dem Halbfinale, "
        "bei gewerteten Spielen, für jemanden, der gespielt hat.",
    ),
    "bonus-invalid": Message(
        "“{found}” is no number of tournament points; the game is not scored. Type a number such "
        "as 1, -2 or 0.5.",
        "„{found}“ ist keine Zahl von Turnierpunkten; das Spiel wird nicht gewertet. Bitte eine "
        "Zahl wie 1, -2 oder 0,5 eintragen.",
    ),
    "bonus-without-player": Message(
        "Bonus TP, but no player in this row; they are not counted. Type the name, or empty the "
        "cell.",
        "Bonus-TP, aber keine Person in dieser Zeile; sie zählen nicht. Bitte den Namen ergänzen "
        "oder die Zelle leeren.",
    ),
    "sheet-unreadable": Message(
        "Not read, because it is damaged: {found}. Should results stand there, they are missing "
        "here; then let the spreadsheet program repair the workbook.",
        "Nicht gelesen, weil beschädigt: {found}. Stehen dort Ergebnisse, fehlen sie hier; dann "
        "bitte die Mappe vom Tabellenprogramm reparieren lassen.",
    ),
    "parts-missing": Message(
        "The file does not hold all that it refers to: {found}. Texts or formats kept there are "
        "lost; cells that need them show an error or a plain number.",
        "Die Datei enthält nicht alles, worauf sie verweist: {found}. Texte oder Formate, die "
        "dort standen, sind verloren; Zellen, die sie brauchen, zeigen einen Fehler oder eine "
        "bloße Zahl.",
    ),
    "points-as-vp": Message(
        "This column is read as victory points, for want of one headed VP.",
        "Diese Spalte wird als Siegpunkte gelesen, weil keine mit SP überschrieben ist.",
    ),
    # The results against the rule set
    "column-missing": Message(
        "{rules} needs the column {columns}, and the results have none. Nothing is scored.",
        "{rules} braucht die Spalte {columns}, und die Ergebnisse haben keine. Nichts wird "
        "gewertet.",
    ),
    "rules-differ": Message(
        "The Tournament sheet names the rule set {found}; {used} was asked for and used.",
        "Das Blatt Turnier nennt das Regelwerk {found}; verlangt und verwendet wurde {used}.",
    ),
    "scenario-differs": Message(
        "The Tournament sheet names the scenario {found}; {used} is used.",
        "Das Blatt Turnier nennt das Szenario {found}; verwendet wird {used}.",
    ),
    "vp-missing": Message(
        "No victory points for {player}; the game is not scored. Fill in the number, or empty "
        "the whole table until it has played.",
        "Keine Siegpunkte für {player}; das Spiel wird nicht gewertet. Bitte die Zahl ergänzen, "
        "oder den ganzen Tisch leer lassen, bis er gespielt hat.",
    ),
    "vp-thousands": Message(
        "{found} beside scores such as {other}: probably {meant} was meant, and the point was "
        "read as a decimal point. The game is not scored. Type the number without a point.",
        "{found} neben Punktzahlen wie {other}: Vermutlich war {meant} gemeint, und der Punkt "
        "wurde als Komma gelesen. Das Spiel wird nicht gewertet. Bitte die Zahl ohne Punkt "
        "eintragen.",
    ),
    "vp-not-whole": Message(
        "{found} victory points; expected a whole number. Correct the cell.",
        "{found} Siegpunkte; erwartet wird eine ganze Zahl. Bitte die Zelle berichtigen.",
    ),
    "vp-high": Message(
        "{found} victory points, although the game ends at {cap} ({rules}). It is not scored until "
        "the number is corrected, the places of the whole table are typed, or the scenario that "
        "was played is chosen (goals: {goals}).",
        "{found} Siegpunkte, obwohl das Spiel bei {cap} endet ({rules}). Es wird erst gewertet, "
        "wenn die Zahl stimmt, alle Plätze des Tisches eingetragen sind oder das gespielte "
        "Szenario gewählt ist (Ziele: {goals}).",
    ),
    "vp-high-placed": Message(
        "{found} victory points, although the game ends at {cap} ({rules}). The typed places "
        "count, and {counted} victory points; correct the cell if it is a typing error.",
        "{found} Siegpunkte, obwohl das Spiel bei {cap} endet ({rules}). Es gelten die "
        "eingetragenen Plätze, und gewertet werden {counted} Siegpunkte; bei einem Tippfehler "
        "bitte die Zelle berichtigen.",
    ),
    "vp-serial": Message(
        "{found} victory points: the spreadsheet may have turned an entry such as 10.5 into the "
        "number of a day. The game ends at {cap} ({rules}) and is not scored until the cell is "
        "corrected.",
        "{found} Siegpunkte: Vielleicht hat die Tabelle eine Eingabe wie 10.5 in die Nummer "
        "eines Tages verwandelt. Das Spiel endet bei {cap} ({rules}) und wird erst gewertet, wenn "
        "die Zelle berichtigt ist.",
    ),
    "goal-not-reached": Message(
        "Nobody reached {goal} victory points; right if time ran out. Games: {count}, {tables}.",
        "Niemand hat {goal} Siegpunkte erreicht; richtig, wenn die Zeit um war. Spiele: {count}, "
        "{tables}.",
    ),
    "goal-reached-twice": Message(
        "Several players reached {goal} victory points and no winner is marked; right if time ran "
        "out, else mark who won. Games: {count}, {tables}.",
        "Mehrere haben {goal} Siegpunkte erreicht, und niemand ist als Sieg markiert; richtig, "
        "wenn die Zeit um war, sonst bitte den Sieg markieren. Spiele: {count}, {tables}.",
    ),
    "vp-zero": Message(
        "Somebody has 0 victory points, perhaps for a number not typed yet; right if time ran out. "
        "Games: {count}, {tables}.",
        "Jemand hat 0 Siegpunkte, vielleicht statt einer noch fehlenden Zahl; richtig, wenn die "
        "Zeit um war. Spiele: {count}, {tables}.",
    ),
    "table-size": Message(
        "{players} players at this table; {rules} scores tables of {sizes}. The game is not "
        "scored.",
        "{players} Personen an diesem Tisch; {rules} wertet Tische mit {sizes}. Das Spiel wird "
        "nicht gewertet.",
    ),
    "table-size-joint": Message(
        "{players} players at this table; {rules} scores tables of {sizes}. The game is not "
        "scored. Perhaps two tables have the same number in this round, or a second game at this "
        "table needs another round number.",
        "{players} Personen an diesem Tisch; {rules} wertet Tische mit {sizes}. Das Spiel wird "
        "nicht gewertet. Vielleicht tragen zwei Tische dieser Runde dieselbe Nummer, oder eine "
        "zweite Partie an diesem Tisch braucht eine andere Rundennummer.",
    ),
    "table-too-large": Message(
        "{players} players; {rules} gives points up to {largest}. The game is not scored.",
        "{players} Personen; {rules} gibt Punkte bis {largest}. Das Spiel wird nicht gewertet.",
    ),
    "player-twice-at-table": Message(
        "{player} sits twice at this table. The game is not scored. Correct one of the names. If "
        "it is a second game, give it another round number, or where there are no rounds its "
        "own date or table number.",
        "{player} sitzt zweimal an diesem Tisch. Das Spiel wird nicht gewertet. Bitte einen der "
        "Namen berichtigen. Wenn es eine zweite Partie ist, bitte ihr eine andere Rundennummer "
        "geben, oder wo es keine Runden gibt, ein eigenes Datum oder eine eigene Tischnummer.",
    ),
    "player-twice-in-round": Message(
        "{player} sits at two tables of round {round}. Neither game is scored. Correct one of "
        "the names.",
        "{player} sitzt in Runde {round} an zwei Tischen. Keines der Spiele wird gewertet. Bitte "
        "einen der Namen berichtigen.",
    ),
    "final-not-in-rules": Message(
        "{rules} has no final. The game is not scored. Give it the number of a round.",
        "{rules} kennt kein Finale. Das Spiel wird nicht gewertet. Bitte eine Rundennummer "
        "eintragen.",
    ),
    "several-finals": Message(
        "{count} tables play a final; only one can. None of them is scored.",
        "{count} Tische spielen ein Finale; nur einer kann es. Keiner davon wird gewertet.",
    ),
    "semi-final-not-in-rules": Message(
        "{rules} has no semi-finals. The game is not scored. Give it the number of a round.",
        "{rules} kennt kein Halbfinale. Das Spiel wird nicht gewertet. Bitte eine Rundennummer "
        "eintragen.",
    ),
    "semi-finals-more": Message(
        "{count} tables play a semi-final; {rules} names {named}. None of them is scored.",
        "{count} Tische spielen ein Halbfinale; {rules} nennt {named}. Keiner davon wird gewertet.",
    ),
    "rounds-more": Message(
        "{found} preliminary rounds; {rules} names {named}. All are added up.",
        "{found} Vorrunden; {rules} nennt {named}. Alle werden addiert.",
    ),
    "games-unequal": Message(
        "Not all have the same number of games: {usual} are usual, not so for {players}. Sums are "
        "compared as they are all the same.",
        "Nicht alle haben gleich viele Spiele: üblich sind {usual}, anders bei {players}. Die "
        "Summen werden trotzdem unverändert verglichen.",
    ),
    "rounds-unknown": Message(
        "How many rounds will be played is not known, so nothing is called final. Type the number "
        "behind Rounds on the sheet Tournament, or add --rounds {rounds} to the command if these "
        "were all.",
        "Wie viele Runden gespielt werden, ist nicht bekannt; darum heißt nichts Endstand. Bitte "
        "die Zahl auf dem Blatt Turnier hinter Runden eintragen oder, wenn das alle waren, dem "
        "Befehl --rounds {rounds} anfügen.",
    ),
    "rounds-differ": Message(
        "The sheet Tournament names {found} rounds; {used} were asked for and count.",
        "Auf dem Blatt Turnier stehen {found} Runden; verlangt wurden {used}, und diese Zahl gilt.",
    ),
    "name-placeholder": Message(
        "“{player}” mostly stands for nobody, but has results here and is read as a player. Type "
        "the real name, or empty the results if nobody sat there.",
        "„{player}“ steht meist für niemanden, hat hier aber Ergebnisse und wird als Person "
        "gelesen. Bitte den richtigen Namen eintragen oder die Ergebnisse leeren, wenn dort "
        "niemand saß.",
    ),
    "seats-nobody": Message(
        "Seats that nobody took are ignored: {count}.",
        "Plätze, auf denen niemand saß, bleiben unbeachtet: {count}.",
    ),
    "text-lost": Message(
        "The formula here shows 0 where a name belongs, beside victory points. Either the cell "
        "that it links to is empty, or this file has lost the text: LibreOffice does that when it "
        "saves formulas as .xls. Type the name, or save the original as .xlsx or .ods.",
        "Die Formel hier zeigt 0, wo ein Name hingehört, und daneben stehen Siegpunkte. Entweder "
        "ist die verknüpfte Zelle leer, oder diese Datei hat den Text verloren: Das geschieht, "
        "wenn LibreOffice Formeln als .xls speichert. Bitte den Namen eintragen oder das Original "
        "als .xlsx oder .ods speichern.",
    ),
    "not-played": Message(
        "Rows without a table are no game; whoever is named there did not play: {count}.",
        "Zeilen ohne Tisch sind kein Spiel; wer dort steht, hat nicht gespielt: {count}.",
    ),
    "not-played-results": Message(
        "“{found}” says that {players} did not play, yet victory points, a place or a mark stand "
        "beside it. They are not counted: points for a bye need rules that name them. Empty "
        "these cells, or type the table.",
        "„{found}“ heißt, dass nicht gespielt wurde ({players}), daneben stehen aber Siegpunkte, "
        "ein Platz oder ein Siegzeichen. Sie zählen nicht: Punkte für ein Freilos brauchen ein "
        "Regelwerk, das sie nennt. Bitte diese Zellen leeren oder den Tisch eintragen.",
    ),
    "table-none": Message(
        "“{found}” is no table, yet the row has victory points, a place or a mark. Type the "
        "table, or empty them if nobody played.",
        "„{found}“ ist kein Tisch, die Zeile hat aber Siegpunkte, einen Platz oder ein "
        "Siegzeichen. Bitte den Tisch eintragen oder sie leeren, wenn nicht gespielt wurde.",
    ),
    "player-not-listed": Message(
        "{player} is not on the Players sheet; the nearest name there is {near}.",
        "{player} steht nicht auf dem Blatt Spieler; der ähnlichste Name dort ist {near}.",
    ),
    "players-not-listed": Message(
        "{count} more players are not on the Players sheet; the first of them is here.",
        "{count} weitere Personen stehen nicht auf dem Blatt Spieler; hier steht die erste davon.",
    ),
    "winner-not-highest": Message(
        "{player} is marked as winner with {found}, but {best} were reached at this table. Still "
        "place 1.",
        "{player} ist mit {found} als Sieg markiert, obwohl an diesem Tisch {best} erreicht "
        "wurden. Es bleibt Platz 1.",
    ),
    "winner-below-goal": Message(
        "{player} is marked as winner with {found} of the {goal} victory points that are needed, "
        "but {best} were reached at this table. The game is not scored until mark or points are "
        "corrected, the places of the whole table are typed, or the scenario that was played is "
        "chosen.",
        "{player} ist mit {found} von {goal} nötigen Siegpunkten als Sieg markiert, obwohl an "
        "diesem Tisch {best} erreicht wurden. Das Spiel wird erst gewertet, wenn Marke oder Punkte "
        "stimmen, alle Plätze des Tisches eingetragen sind oder das gespielte Szenario gewählt "
        "ist.",
    ),
    "places-incomplete": Message(
        "Places are filled in for part of this table only. Fill in all of them or none.",
        "Plätze sind nur für einen Teil dieses Tisches eingetragen. Bitte alle oder keinen "
        "eintragen.",
    ),
    "places-impossible": Message(
        "The places {places} cannot be. After a shared place the next ones stay empty: 1, 2, 2, 4.",
        "Die Plätze {places} kann es so nicht geben. Nach einem geteilten Platz bleiben die "
        "nächsten frei: 1, 2, 2, 4.",
    ),
    "places-contradict": Message(
        "The places {places} contradict the victory points or the winner's mark. The places count.",
        "Die Plätze {places} widersprechen den Siegpunkten oder der Siegermarke. Es gelten die "
        "Plätze.",
    ),
    "factor-unknown-game": Message(
        "{game} is not on the Games sheet and has no factor. The game is not scored. List it, or "
        "type a factor.",
        "{game} steht nicht auf dem Blatt Spiele und hat keinen Faktor. Das Spiel wird nicht "
        "gewertet. Bitte dort eintragen oder einen Faktor angeben.",
    ),
    "game-misspelt": Message(
        "{game} is not on the Games sheet, where {near} stands, and has no factor. The game is "
        "not scored. Correct the name, or list it.",
        "{game} steht nicht auf dem Blatt Spiele, wo {near} steht, und hat keinen Faktor. Das "
        "Spiel wird nicht gewertet. Bitte den Namen berichtigen oder dort eintragen.",
    ),
    "game-near": Message(
        "{game} is not on the Games sheet, so the higher score wins. At {near}, which is there, "
        "the lower one does: correct the name if that is meant.",
        "{game} steht nicht auf dem Blatt Spiele, also gewinnt das höhere Ergebnis. Bei {near}, "
        "das dort steht, gewinnt das niedrigere: Bitte den Namen berichtigen, wenn das gemeint "
        "ist.",
    ),
    "factor-no-minutes": Message(
        "{game} has neither minutes nor a factor on the Games sheet. The game is not scored. "
        "Type one of them.",
        "{game} hat auf dem Blatt Spiele weder Minuten noch Faktor. Das Spiel wird nicht "
        "gewertet. Bitte eines davon eintragen.",
    ),
    "factor-between": Message(
        "{game} lasts {minutes} minutes, between two factors, and its level “{level}” is neither "
        "low nor high. The game is not scored. Type a level or a factor.",
        "{game} dauert {minutes} Minuten, zwischen zwei Faktoren, und sein Niveau „{level}“ ist "
        "weder niedrig noch hoch. Das Spiel wird nicht gewertet. Bitte Niveau oder Faktor "
        "eintragen.",
    ),
    "game-kind-faulty": Message(
        "The entry of {game} on the Games sheet has an error. The game is not scored.",
        "Der Eintrag von {game} auf dem Blatt Spiele hat einen Fehler. Das Spiel wird nicht "
        "gewertet.",
    ),
    "lots-incomplete": Message(
        "{group} are tied; their lots decide only if all have one and all differ. Missing or "
        "equal: {players}.",
        "{group} liegen gleichauf; Lose entscheiden nur, wenn alle eines haben und alle "
        "verschieden sind. Es fehlen oder gleichen sich: {players}.",
    ),
    "tie-across-line": Message(
        "{players} are tied across the line to the best {line}, who play on. Draw lots and type "
        "the numbers in the column Lot of the Players sheet; the lower number goes first.",
        "{players} liegen gleichauf über der Grenze zu den besten {line}, die weiterspielen. Bitte "
        "losen und die Nummern in die Spalte Los des Blattes Spieler eintragen; die kleinere liegt "
        "vorn.",
    ),
    "finalists-not-best": Message(
        "Not among the best of the preliminary rounds, but in the final: {players}; among the "
        "best, but not in it: {missing}. The ranks follow the final.",
        "Nicht unter den Besten der Vorrunden, aber im Finale: {players}; unter den Besten, aber "
        "nicht darin: {missing}. Die Ränge folgen dem Finale.",
    ),
    "semi-finalists-not-best": Message(
        "Not among the best of the preliminary rounds, but in a semi-final: {players}; among the "
        "best, but in none: {missing}. The ranks follow the semi-finals.",
        "Nicht unter den Besten der Vorrunden, aber in einem Halbfinale: {players}; unter den "
        "Besten, aber in keinem: {missing}. Die Ränge folgen den Halbfinalen.",
    ),
    "finalists-not-winners": Message(
        "In the final, but winner of no semi-final: {players}; winner of one, but not in the "
        "final: {missing}. The ranks follow the final.",
        "Im Finale, aber ohne Sieg in einem Halbfinale: {players}; mit einem Sieg, aber nicht im "
        "Finale: {missing}. Die Ränge folgen dem Finale.",
    ),
    "semi-finals-missing": Message(
        "There is a final, but semi-finals are missing: {found} of {named} that {rules} names.",
        "Es gibt ein Finale, aber Halbfinale fehlen: {found} von {named}, die {rules} nennt.",
    ),
    "semi-final-shared": Message(
        "{players} share first place in a semi-final, and one of them plays the final. The "
        "referee enters the places of the whole table in the column Place.",
        "{players} teilen sich den ersten Platz in einem Halbfinale, und nur eine Person spielt "
        "das Finale. Die Spielleitung trägt die Plätze des ganzen Tisches in die Spalte Platz ein.",
    ),
    # Writing
    "sheet-replaced": Message(
        "This sheet was not written by xlscore; its cells are replaced. Rename the sheet to keep "
        "it.",
        "Dieses Blatt stammt nicht von xlscore; seine Zellen werden ersetzt. Wer es behalten "
        "will, benennt es um.",
    ),
    # The workbook's own standings, compared
    "no-claims": Message(
        "The workbook brings no standings of its own to compare with.",
        "Die Mappe enthält keine eigene Wertung zum Vergleichen.",
    ),
    "claim-unreadable": Message(
        "These cells hold no number and were not compared: {found}.",
        "Diese Zellen enthalten keine Zahl und wurden nicht verglichen: {found}.",
    ),
    "claim-column-twice": Message(
        "{count} columns may be {claim} here, and none of them was compared. Rename the others.",
        "{count} Spalten können hier {claim} sein, und keine davon wurde verglichen. Bitte die "
        "anderen umbenennen.",
    ),
    "claim-player-unknown": Message(
        "{player} stands in these standings, but has no game in the results.",
        "{player} steht in dieser Wertung, hat aber kein Spiel in den Ergebnissen.",
    ),
    "claim-players-missing": Message(
        "In the results, but not in these standings: {players}.",
        "In den Ergebnissen, aber nicht in dieser Wertung: {players}.",
    ),
    "claim-differs": _claim(
        "No usual slip explains it.",
        "Keiner der üblichen Fehler erklärt das.",
    ),
    "claim-cap": _claim(
        "The cap seems to be forgotten: victory points beyond it are counted.",
        "Die Obergrenze ist wohl vergessen: Siegpunkte darüber sind mitgezählt.",
    ),
    "claim-share-raw": _claim(
        "Shares seem to be taken of the victory points reached, not of those counted.",
        "Die Anteile sind wohl aus den erreichten statt aus den gewerteten Siegpunkten gebildet.",
    ),
    "claim-share-unrounded": _claim(
        "Shares seem to be added without rounding them in each game.",
        "Die Anteile sind wohl addiert, ohne sie in jedem Spiel zu runden.",
    ),
    "claim-three-players": _claim(
        "At a table of three the average seems not to be added to the total.",
        "An einem Dreiertisch ist wohl der Durchschnitt nicht zur Summe gezählt.",
    ),
    "claim-raised-total": _claim(
        "At a table of three the raised total seems to be one too small, such as 43 for 44.",
        "An einem Dreiertisch ist die erhöhte Summe wohl um eins zu klein, etwa 43 statt 44.",
    ),
    "claim-places-counted": _claim(
        "Places seem to be taken from the victory points counted, not from those reached.",
        "Die Plätze sind wohl aus den gewerteten statt aus den erreichten Siegpunkten gebildet.",
    ),
    "claim-tie-full": _claim(
        "On a shared place everybody seems to have got its full points.",
        "Auf einem geteilten Platz haben wohl alle dessen volle Punkte bekommen.",
    ),
    "claim-tie-order": _claim(
        "Those on a shared place seem to have got single places, in the order of the rows.",
        "Wer sich einen Platz teilt, hat wohl einzelne Plätze bekommen, in der Folge der Zeilen.",
    ),
    "claim-step": _claim(
        "Points seem not to be rounded down as the rules ask.",
        "Die Punkte sind wohl nicht abgerundet, wie es die Regeln verlangen.",
    ),
    "claim-factor": _claim(
        "The factors of the games seem to be forgotten.",
        "Die Faktoren der Spiele sind wohl vergessen.",
    ),
    "claim-final-added": _claim(
        "The final seems to be added to the preliminary rounds.",
        "Das Finale ist wohl zu den Vorrunden addiert.",
    ),
    "claim-final-ignored": _claim(
        "The rank seems to be that before the final.",
        "Der Rang ist wohl der vor dem Finale.",
    ),
    "claim-semi-finals-added": _claim(
        "The semi-finals seem to be added to the preliminary rounds.",
        "Die Halbfinale sind wohl zu den Vorrunden addiert.",
    ),
    "claim-semi-finals-ignored": _claim(
        "The rank seems to leave the semi-finals out.",
        "Der Rang lässt wohl die Halbfinale aus.",
    ),
    "claim-last-rounds-added": _claim(
        "Semi-finals and final seem to be added to the preliminary rounds.",
        "Halbfinale und Finale sind wohl zu den Vorrunden addiert.",
    ),
    "claim-last-rounds-ignored": _claim(
        "The rank seems to be that of the preliminary rounds alone.",
        "Der Rang ist wohl der allein nach den Vorrunden.",
    ),
    "claim-average": _claim(
        "It seems to be the average of the games, not their sum.",
        "Es ist wohl der Durchschnitt der Spiele statt ihrer Summe.",
    ),
    "claim-game-missing": _claim(
        "One game seems to be missing: {games}.",
        "Es fehlt wohl ein Spiel: {games}.",
    ),
    "claim-rounded": _claim(
        "It seems to be rounded; two decimals are needed.",
        "Es ist wohl gerundet; nötig sind zwei Dezimalstellen.",
    ),
    "claim-rank-broken": _claim(
        "The rules leave a tie, which seems to be broken by name or by order.",
        "Nach den Regeln ist das ein Gleichstand, der wohl nach Namen oder Reihenfolge "
        "aufgelöst ist.",
    ),
    "claim-rank-dense": _claim(
        "After a shared rank the next one seems not to be left out.",
        "Nach einem geteilten Rang ist der nächste wohl nicht ausgelassen.",
    ),
    "claim-rank-follows": _claim(
        "It follows from the other numbers of that sheet.",
        "Er folgt aus den anderen Zahlen jenes Blattes.",
    ),
}

REFUSALS: dict[str, Message] = {
    # Lists of players
    "players-empty": Message(
        "{file}: no names found. Write one name per line.",
        "{file}: keine Namen gefunden. Bitte einen Namen je Zeile schreiben.",
    ),
    "file-not-text": Message(
        "{file}: this is not a text file. Save it as text or CSV, one entry per line.",
        "{file}: Das ist keine Textdatei. Bitte als Text oder CSV speichern, einen Eintrag je "
        "Zeile.",
    ),
    "players-no-heading": Message(
        "{file}, line {line}: “{found}” has several columns, but the first line names none of "
        "them. Begin the file with a line of headings such as Player;Club;Lot.",
        "{file}, Zeile {line}: „{found}“ hat mehrere Spalten, aber die erste Zeile benennt sie "
        "nicht. Bitte mit einer Kopfzeile wie Spieler;Verein;Los beginnen.",
    ),
    "players-twice": Message(
        "{file}, line {line}: “{name}” already stands in line {first}. Names must differ; add "
        "something that tells the two apart.",
        "{file}, Zeile {line}: „{name}“ steht schon in Zeile {first}. Namen müssen verschieden "
        "sein; bitte einen unterscheidenden Zusatz anfügen.",
    ),
    "players-line-long": Message(
        "{file}, line {line}: {length} characters, more than a line of names has ({most} at most). "
        "Write one name per line.",
        "{file}, Zeile {line}: {length} Zeichen, mehr als eine Zeile mit Namen hat (höchstens "
        "{most}). Bitte einen Namen je Zeile schreiben.",
    ),
    "players-lot": Message(
        "{file}, line {line}: the lot “{found}” is not a whole number. Correct it or leave it "
        "empty.",
        "{file}, Zeile {line}: Das Los „{found}“ ist keine ganze Zahl. Bitte berichtigen oder "
        "leer lassen.",
    ),
    # Seating
    "seating-form": Message(
        "{file}: the results ({where}) have one row a game or one row a player. Seating needs one "
        "row per player and game, as fresh workbooks have.",
        "{file}: Die Ergebnisse ({where}) haben eine Zeile je Spiel oder je Person. Zum Setzen "
        "braucht es eine Zeile je Person und Spiel, wie in neuen Mappen.",
    ),
    "seating-heading-twice": Message(
        "{file}: these columns are headed alike: {where}. Rename all but one.",
        "{file}: Diese Spalten haben die gleiche Überschrift: {where}. Bitte alle bis auf eine "
        "umbenennen.",
    ),
    "seating-no-round": Message(
        "{file}: the results ({where}) have no column Round. Add one, or seat by hand: leagues "
        "have no rounds.",
        "{file}: Die Ergebnisse ({where}) haben keine Spalte Runde. Bitte eine einfügen, oder von "
        "Hand setzen: Ligen haben keine Runden.",
    ),
    "seating-no-sheet": Message(
        "{file}: each round has a sheet of its own, and there is none for {round}. Copy the sheet "
        "{like}, name the copy {sheet}, delete what is typed below its headings, save, and try "
        "again.",
        "{file}: Jede Runde hat ein eigenes Blatt, und für {round} gibt es keines. Bitte das Blatt "
        "{like} kopieren, die Kopie {sheet} nennen, löschen, was unter ihren Überschriften steht, "
        "speichern und erneut versuchen.",
    ),
    "seating-no-table": Message(
        "{file}: the results ({where}) are no table object, so nobody knows where they end. "
        "Select them with their headings, choose Insert, Table in Excel, save, and try again.",
        "{file}: Die Ergebnisse ({where}) sind kein Tabellenobjekt, und so steht nicht fest, wo "
        "sie enden. Bitte mit den Überschriften markieren, in Excel Einfügen, Tabelle wählen, "
        "speichern und erneut versuchen.",
    ),
    "round-seated": Message(
        "{file}: {round} is seated already ({where}). To seat it anew, empty the names there; on "
        "the command line --redraw does.",
        "{file}: {round} ist schon besetzt ({where}). Um neu zu setzen, bitte die Namen dort "
        "löschen; auf der Kommandozeile genügt --redraw.",
    ),
    "round-played": Message(
        "{file}: {round} already has results ({where}) and is not drawn anew. Remove the results "
        "first if they are wrong.",
        "{file}: {round} hat schon Ergebnisse ({where}) und wird nicht neu ausgelost. Sind sie "
        "falsch, bitte zuerst die Ergebnisse entfernen.",
    ),
    "table-below": Message(
        "{file}: the table of results needs {rows} more rows, and something stands below it "
        "({where}). Move that elsewhere, or insert empty rows into the table.",
        "{file}: Die Tabelle der Ergebnisse braucht {rows} weitere Zeilen, und darunter steht "
        "etwas ({where}). Bitte verschieben oder leere Zeilen in die Tabelle einfügen.",
    ),
    "table-totals": Message(
        "{file}: the table of results on the sheet {sheet} must grow and has a totals row. Switch "
        "off the totals row (Table Design tab), or insert empty rows above it.",
        "{file}: Die Tabelle der Ergebnisse auf dem Blatt {sheet} muss wachsen und hat eine "
        "Ergebniszeile. Bitte die Ergebniszeile ausschalten (Register Tabellenentwurf) oder leere "
        "Zeilen darüber einfügen.",
    ),
    "table-linked": Message(
        "{file}: the table of results on the sheet {sheet} is filled by a query, which would "
        "overwrite what is typed into it. Convert it into a plain table.",
        "{file}: Die Tabelle der Ergebnisse auf dem Blatt {sheet} wird von einer Abfrage gefüllt, "
        "die Eingetragenes überschreiben würde. Bitte in eine gewöhnliche Tabelle umwandeln.",
    ),
    "seating-merged": Message(
        "{file}: merged cells stand where players are to be seated ({where}). Unmerge them.",
        "{file}: Verbundene Zellen stehen dort, wo gesetzt werden soll ({where}). Bitte den "
        "Verbund aufheben.",
    ),
    "cell-formula": Message(
        "{file}: {where} holds a formula, which is never overwritten. Replace it with its value, "
        "or empty the cell.",
        "{file}: {where} enthält eine Formel, und Formeln werden nie überschrieben. Bitte durch "
        "ihren Wert ersetzen oder die Zelle leeren.",
    ),
    "sheet-locked": Message(
        "{file}: the sheet {sheet} is protected. Lift the protection (Review tab) and try again.",
        "{file}: Das Blatt {sheet} ist geschützt. Den Blattschutz aufheben (Register Überprüfen) "
        "und erneut versuchen.",
    ),
    "format-not-edited": Message(
        "{file}: xlscore reads {extension} files and never writes them. Save the workbook as "
        ".xlsx and try again.",
        "{file}: xlscore liest {extension}-Dateien und schreibt sie nie. Die Mappe bitte als "
        ".xlsx speichern und erneut versuchen.",
    ),
    "file-changed": Message(
        "{file} has changed since it was read, so nothing was written. Try again.",
        "{file} hat sich seit dem Lesen verändert, darum wurde nichts geschrieben. Bitte erneut "
        "versuchen.",
    ),
    "typed-unlike": Message(
        "{file}: Excel made something else of what was typed on the sheet {sheet}, so everything "
        "was put back as it was. Format the cells to be filled as General (Home tab) and try "
        "again.",
        "{file}: Excel machte auf dem Blatt {sheet} aus dem Eingetragenen etwas anderes, darum "
        "wurde alles wiederhergestellt. Bitte die auszufüllenden Zellen als Standard formatieren "
        "(Register Start) und erneut versuchen.",
    ),
    "edit-unlike": Message(
        "{file}: the sheet {sheet} did not come out as intended, so nothing was written. Open and "
        "save the workbook in a spreadsheet program, and try again.",
        "{file}: Das Blatt {sheet} geriet nicht wie beabsichtigt, darum wurde nichts geschrieben. "
        "Die Mappe bitte in einem Tabellenprogramm öffnen, speichern und erneut versuchen.",
    ),
    # Files
    "file-missing": Message(
        "{file}: there is no such file. Check the name and the folder.",
        "{file}: Diese Datei gibt es nicht. Namen und Ordner prüfen.",
    ),
    "file-dangling": Message(
        "{file} is a link to {target}, which does not exist. Mend the link, or name the workbook "
        "itself.",
        "{file} ist eine Verknüpfung mit {target}, und das gibt es nicht. Die Verknüpfung "
        "berichtigen oder die Arbeitsmappe selbst angeben.",
    ),
    "memory-exhausted": Message(
        "{file} needs more memory than there is. Close other programs, or delete sheets that have "
        "nothing to do with the results.",
        "{file} braucht mehr Arbeitsspeicher, als da ist. Andere Programme schließen, oder Blätter "
        "löschen, die nichts mit den Ergebnissen zu tun haben.",
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
        "{file} is protected with a password. Remove the password in the spreadsheet program, "
        "or the protection of the workbook under Review, and save again.",
        "{file} ist mit einem Kennwort geschützt. Bitte im Tabellenprogramm das Kennwort entfernen "
        "oder unter Überprüfen den Schutz der Arbeitsmappe aufheben und neu speichern.",
    ),
    "file-not-a-workbook": Message(
        "{file} is not a workbook, whatever its name says. Open it in a spreadsheet program and "
        "save it as .xlsx.",
        "{file} ist keine Arbeitsmappe, auch wenn der Name es sagt. In einer Tabellenkalkulation "
        "öffnen und als .xlsx speichern.",
    ),
    "zip-damaged": Message(
        "{file} is damaged or cut off: its table of contents does not fit. Copy or download it "
        "again, or let the spreadsheet program repair it.",
        "{file} ist beschädigt oder abgeschnitten: Das Inhaltsverzeichnis passt nicht. Erneut "
        "kopieren oder herunterladen, oder von der Tabellenkalkulation reparieren lassen.",
    ),
    "ole-damaged": Message(
        "{file} is damaged or cut off: nothing in it can be found. Copy or download it again, or "
        "let the spreadsheet program repair it.",
        "{file} ist beschädigt oder abgeschnitten: Nichts darin lässt sich finden. Erneut "
        "kopieren oder herunterladen, oder von der Tabellenkalkulation reparieren lassen.",
    ),
    "records-damaged": Message(
        "{file} is damaged: {part} inside it ends too early or points to nothing. Let the "
        "spreadsheet program repair it.",
        "{file} ist beschädigt: {part} darin endet zu früh oder verweist ins Leere. Von der "
        "Tabellenkalkulation reparieren lassen.",
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
    # The add-in for Excel
    "addin-functions": Message(
        "Worksheet functions exist in Excel for Windows only, so an add-in with functions can be "
        "built on Windows only.",
        "Tabellenfunktionen gibt es nur in Excel für Windows; ein Add-in mit Funktionen lässt "
        "sich darum nur unter Windows bauen.",
    ),
    "addin-xlwings": Message(
        "The add-in cannot be built: {file} of xlwings {version} is missing or not as expected. "
        "Install xlwings again, with pip install --force-reinstall xlwings.",
        "Das Add-in lässt sich nicht bauen: {file} von xlwings {version} fehlt oder ist nicht wie "
        "erwartet. Bitte xlwings noch einmal installieren, mit "
        "pip install --force-reinstall xlwings.",
    ),
    "addin-not-ours": Message(
        "{file} is damaged, or no add-in that xlscore has built.",
        "{file} ist beschädigt oder kein Add-in, das xlscore gebaut hat.",
    ),
    "addin-open": Message(
        "{file} cannot be replaced: Excel has it open, or it is write-protected. Close every "
        "Excel window and try again; if {lock} is still there then, delete it.",
        "{file} lässt sich nicht ersetzen: Excel hat die Datei offen, oder sie ist "
        "schreibgeschützt. Bitte alle Excel-Fenster schließen und erneut versuchen; ist {lock} "
        "dann noch da, bitte löschen.",
    ),
    "excel-platform": Message(
        "Excel runs on Windows and macOS only, so there is no place to install the add-in to. "
        "Name a folder with --target.",
        "Excel läuft nur unter Windows und macOS, darum gibt es keinen Ort für das Add-in. Bitte "
        "mit --target einen Ordner nennen.",
    ),
    "excel-never-started": Message(
        "The folder {folder}, in which Excel keeps its settings, does not exist yet. Start Excel "
        "once, close it, and try again.",
        "Den Ordner {folder}, in dem Excel seine Einstellungen hat, gibt es noch nicht. Bitte "
        "Excel einmal starten, schließen und erneut versuchen.",
    ),
    "excel-not-installed": Message(
        "Nothing is installed: there is no {file}, where an installation notes what it wrote.",
        "Nichts ist installiert: {file}, wo eine Installation ihre Dateien notiert, gibt es nicht.",
    ),
    "record-damaged": Message(
        "{file}, where the last installation noted what it wrote, is damaged. Delete it and "
        "install again.",
        "{file}, wo die letzte Installation ihre Dateien notiert hat, ist beschädigt. Bitte "
        "löschen und neu installieren.",
    ),
    "store-python": Message(
        "This Python comes from the Microsoft Store. Windows hides from Excel what it writes, so "
        "the add-in would never appear. Install Python from python.org, and xlscore into that.",
        "Dieses Python stammt aus dem Microsoft Store. Windows verbirgt vor Excel, was es "
        "schreibt; das Add-in würde nie erscheinen. Bitte Python von python.org installieren und "
        "xlscore dort hinein.",
    ),
    "store-excel": Message(
        "This Excel comes from the Microsoft Store. Windows seals it off from other programs, so "
        "it cannot start Python. Uninstall Office and install it from office.com.",
        "Dieses Excel stammt aus dem Microsoft Store. Windows schottet es von anderen Programmen "
        "ab, es kann Python nicht starten. Bitte Office deinstallieren und von office.com neu "
        "installieren.",
    ),
    "interpreter-letters": Message(
        "Excel cannot read the path of this Python, because of its letters: {file}. Install "
        "Python and xlscore in a folder whose path has plain letters only.",
        "Excel kann den Pfad dieses Python wegen seiner Buchstaben nicht lesen: {file}. Bitte "
        "Python und xlscore in einen Ordner ohne besondere Buchstaben im Pfad installieren.",
    ),
    "xlwings-missing": Message(
        "The add-in cannot be built, because {module} is not installed. Install it with pip "
        "install xlwings.",
        "Das Add-in lässt sich nicht bauen, weil {module} fehlt. Bitte installieren, mit pip "
        "install xlwings.",
    ),
    # Worksheet functions and buttons
    "argument-not-one-value": Message(
        "{argument} is a range of several cells. Give one cell or one text, such as {example}.",
        "{argument} ist ein Bereich aus mehreren Zellen. Bitte eine Zelle oder einen Text angeben, "
        "etwa {example}.",
    ),
    "argument-rows": Message(
        "The argument rows is {found}, but must be a whole number from 0 to {most}: how many rows "
        "the answer is filled up to.",
        "Das Argument rows ist {found}, muss aber eine ganze Zahl von 0 bis {most} sein: auf so "
        "viele Zeilen wird die Antwort aufgefüllt.",
    ),
    "argument-empty": Message(
        "The argument {argument} is empty. Give a name, such as {example}.",
        "Das Argument {argument} ist leer. Bitte einen Namen angeben, etwa {example}.",
    ),
    "argument-results-empty": Message(
        "The argument results is empty. Give the results with their header row, such as "
        "tblResults[#All].",
        "Das Argument results ist leer. Bitte die Ergebnisse mit ihrer Kopfzeile angeben, etwa "
        "tblResults[#All].",
    ),
    "argument-vp-area": Message(
        "The argument vp has {rows} rows and {columns} columns. Give the cells of one table, in "
        "one row or one column.",
        "Das Argument vp hat {rows} Zeilen und {columns} Spalten. Bitte die Zellen eines Tisches "
        "angeben, in einer Zeile oder einer Spalte.",
    ),
    "argument-vp-empty": Message(
        "Cell {number} of vp is empty. Give the victory points of everybody at the table.",
        "Zelle {number} von vp ist leer. Bitte die Siegpunkte aller am Tisch angeben.",
    ),
    "argument-vp-invalid": Message(
        "Cell {number} of vp is {found}, but must be a number of zero or more.",
        "Zelle {number} von vp ist {found}, muss aber eine Zahl ab null sein.",
    ),
    "argument-vp-whole": Message(
        "Cell {number} of vp is {found}, but {rules} knows whole victory points only.",
        "Zelle {number} von vp ist {found}, aber {rules} kennt nur ganze Siegpunkte.",
    ),
    "argument-vp-size": Message(
        "Number of cells in vp: {players}; {rules} scores tables of {sizes}.",
        "Zahl der Zellen in vp: {players}; {rules} wertet Tische mit {sizes}.",
    ),
    "share-none": Message(
        "Rule set {rules} knows no share.",
        "Das Regelwerk {rules} kennt keinen Anteil.",
    ),
    "sheet-protected": Message(
        "Nothing was written: the sheet {sheet} is protected. Lift the protection (Review tab) "
        "and press the button again.",
        "Nichts wurde geschrieben: Das Blatt {sheet} ist geschützt. Bitte den Blattschutz aufheben "
        "(Register Überprüfen) und den Knopf noch einmal drücken.",
    ),
    "sheet-filtered": Message(
        "Nothing was written: a filter hides rows of the sheet {sheet}. Clear it (Data tab) and "
        "press the button again.",
        "Nichts wurde geschrieben: Ein Filter verbirgt Zeilen auf dem Blatt {sheet}. Bitte löschen "
        "(Register Daten) und den Knopf noch einmal drücken.",
    ),
    "live-occupied": Message(
        "Nothing was written: the sheet {sheet} has no room for live standings. Clear its cells "
        "from row 2 down, or rename it.",
        "Nichts wurde geschrieben: Auf dem Blatt {sheet} ist kein Platz für eine laufende Wertung. "
        "Bitte die Zellen ab Zeile 2 leeren oder das Blatt umbenennen.",
    ),
    "functions-windows-only": Message(
        "Excel for Mac knows no functions of add-ins such as this one. The button Recalculate "
        "does all that they do.",
        "Excel für den Mac kennt keine Funktionen eines solchen Add-ins. Der Knopf Neu berechnen "
        "leistet alles, was sie leisten.",
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
    "format-unknown": Message(
        "{file} does not end in .xlsx, .xlsm, .xls, .xlsb, .ods, .csv or .tsv. Name a workbook, "
        "or open the file in a spreadsheet program and save it as .xlsx.",
        "{file} endet nicht auf .xlsx, .xlsm, .xls, .xlsb, .ods, .csv oder .tsv. Bitte eine "
        "Arbeitsmappe angeben oder die Datei in einer Tabellenkalkulation öffnen und als .xlsx "
        "speichern.",
    ),
    "format-read-only": Message(
        "{file}: xlscore reads {extension} files and never writes them. Leave out --in-place, and "
        "a fresh .xlsx is written beside it.",
        "{file}: xlscore liest {extension}-Dateien und schreibt sie nie. Ohne --in-place kommt "
        "eine neue .xlsx-Datei daneben.",
    ),
    "text-quotes": Message(
        "{file}, line {line}: a quotation mark stands where none can, or never ends. Correct the "
        "line, or open the file in a spreadsheet program and save it as .xlsx.",
        "{file}, Zeile {line}: Ein Anführungszeichen steht, wo keines stehen kann, oder endet nie. "
        "Bitte die Zeile berichtigen oder die Datei in einer Tabellenkalkulation öffnen und als "
        ".xlsx speichern.",
    ),
    "content-excel": Message(
        "{file} is an Excel file (.xlsx or .xlsm) inside, whatever its name says. Rename it to "
        "end in .xlsx or .xlsm.",
        "{file} ist innen eine Excel-Datei (.xlsx oder .xlsm), auch wenn der Name etwas anderes "
        "sagt. Bitte in .xlsx oder .xlsm umbenennen.",
    ),
    "content-binary": Message(
        "{file} is a binary Excel file (.xlsb) inside, whatever its name says. Rename it to end "
        "in .xlsb.",
        "{file} ist innen eine binäre Excel-Datei (.xlsb), auch wenn der Name etwas anderes sagt. "
        "Bitte in .xlsb umbenennen.",
    ),
    "content-old-excel": Message(
        "{file} is an old Excel file (.xls) inside, whatever its name says. Rename it to end in "
        ".xls.",
        "{file} ist innen eine alte Excel-Datei (.xls), auch wenn der Name etwas anderes sagt. "
        "Bitte in .xls umbenennen.",
    ),
    "content-opendocument": Message(
        "{file} is an OpenDocument file (.ods) inside, whatever its name says. Rename it to end "
        "in .ods.",
        "{file} ist innen eine OpenDocument-Datei (.ods), auch wenn der Name etwas anderes sagt. "
        "Bitte in .ods umbenennen.",
    ),
    "content-web-page": Message(
        "{file} is a web page inside, whatever its name says. Download the workbook itself, or "
        "open the page in a spreadsheet program and save it as .xlsx.",
        "{file} ist innen eine Webseite, auch wenn der Name etwas anderes sagt. Die Arbeitsmappe "
        "selbst herunterladen, oder die Seite in einer Tabellenkalkulation öffnen und als .xlsx "
        "speichern.",
    ),
    "content-text": Message(
        "{file} is plain text such as CSV inside, whatever its name says. Rename it to end in "
        ".csv, or open it in a spreadsheet program and save it as .xlsx.",
        "{file} ist innen reiner Text wie CSV, auch wenn der Name etwas anderes sagt. Bitte in "
        ".csv umbenennen oder in einer Tabellenkalkulation öffnen und als .xlsx speichern.",
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
    "rules-missing": Message(
        "No rule set is named, neither as an option nor on the Tournament sheet. Known are: "
        "{known}.",
        "Kein Regelwerk ist genannt, weder als Option noch auf dem Blatt Turnier. Bekannt sind: "
        "{known}.",
    ),
    "rules-unknown": Message(
        "There is no rule set {found}. Known are: {known}; or name a file ending in .toml.",
        "Ein Regelwerk {found} gibt es nicht. Bekannt sind: {known}; oder eine Datei mit der "
        "Endung .toml.",
    ),
    "scenario-missing": Message(
        "{rules} needs a scenario, and none is named. Choose one on the sheet Tournament, or "
        "name it as an option. Known are: {known}.",
        "{rules} braucht ein Szenario, und keines ist genannt. Bitte auf dem Blatt Turnier "
        "wählen oder als Option nennen. Bekannt sind: {known}.",
    ),
    "scenario-unknown": Message(
        "{rules} has no scenario {found}. Known are: {known}.",
        "{rules} kennt kein Szenario {found}. Bekannt sind: {known}.",
    ),
    "scenario-none": Message(
        "{rules} has no scenarios, but {found} was asked for. Leave it out.",
        "{rules} kennt keine Szenarien, verlangt wurde aber {found}. Bitte weglassen.",
    ),
    "rule-file-unreadable": Message(
        "{file}: the rule set cannot be read: {why}.",
        "{file}: Das Regelwerk ist nicht lesbar: {why}.",
    ),
    "rule-file-toml": Message(
        "{file} is not written as TOML demands: {why}.",
        "{file} ist nicht geschrieben, wie TOML es verlangt: {why}.",
    ),
    "rule-file-invalid": Message(
        "{file}: {key} cannot be {found}. Expected: {expected}.",
        "{file}: {key} kann nicht {found} sein. Erwartet: {expected}.",
    ),
    "rule-file-id": Message(
        "{file}: the id {found} is that of a published edition, which never changes. Give your "
        "own rules an id of their own.",
        "{file}: Die id {found} gehört einer veröffentlichten Ausgabe, die sich nie ändert. Bitte "
        "den eigenen Regeln eine eigene id geben.",
    ),
    "rule-file-semi-finals": Message(
        "{file}: final.semi_finals names {found} semi-finals. Their winners fill the final, so "
        "there must be as many as final.seats: {seats}.",
        "{file}: final.semi_finals nennt {found} Halbfinale. Die Sieger besetzen das Finale, also "
        "müssen es so viele sein wie final.seats: {seats}.",
    ),
    "rule-file-semi-final": Message(
        "{file}: a semi-final in final.semi_finals has {found} players. tournament_points names "
        "tables of {sizes}.",
        "{file}: Ein Halbfinale in final.semi_finals hat {found} Personen. tournament_points nennt "
        "Tische mit {sizes}.",
    ),
    "rule-file-seeds": Message(
        "{file}: final.semi_finals must name every rank from 1 to {last} once. Found: {found}.",
        "{file}: final.semi_finals muss jeden Rang von 1 bis {last} einmal nennen. Gefunden: "
        "{found}.",
    ),
    "rule-file-without-vp": Message(
        "{file}: share and victory_points can only be used where victory_points.required is true.",
        "{file}: share und victory_points gibt es nur, wo victory_points.required true ist.",
    ),
    "rule-file-missing": Message(
        "{file}: {key} is missing; a rule set needs it.",
        "{file}: {key} fehlt; ein Regelwerk braucht es.",
    ),
    "rule-file-key": Message(
        "{file}: there is no key {key}. Known here are: {known}.",
        "{file}: Einen Schlüssel {key} gibt es nicht. Bekannt sind hier: {known}.",
    ),
    "rule-file-word": Message(
        "{file}: {key} cannot be {found}. Known are: {known}.",
        "{file}: {key} kann nicht {found} sein. Bekannt sind: {known}.",
    ),
    "results-in-the-way": Message(
        "The results stand on the sheet {sheet}, where xlscore would write. Rename that sheet.",
        "Die Ergebnisse stehen auf dem Blatt {sheet}, in das xlscore schreiben würde. Bitte "
        "dieses Blatt umbenennen.",
    ),
    "sheet-unknown": Message(
        "{file}: there is no sheet {sheet}. There are: {known}.",
        "{file}: Ein Blatt {sheet} gibt es nicht. Es gibt: {known}.",
    ),
    "sheet-without-results": Message(
        "{file}: the sheet {sheet} has no results. Expected a header row with Player, Table and "
        "VP or Place.",
        "{file}: Auf dem Blatt {sheet} stehen keine Ergebnisse. Erwartet wird eine Kopfzeile mit "
        "Spieler, Tisch und SP oder Platz.",
    ),
    "no-results": Message(
        "{file}: no results found. Expected a sheet whose header row names Player, Table and VP "
        "or Place, with one row per player and game.",
        "{file}: keine Ergebnisse gefunden. Erwartet wird ein Blatt mit einer Kopfzeile aus "
        "Spieler, Tisch und SP oder Platz und einer Zeile je Person und Spiel.",
    ),
    "no-results-near": Message(
        "{file}: no results found. The nearest headings stand in {where}: {found}. Missing: "
        "{missing}. Expected is one header row with Player, Table and VP or Place, or one of the "
        "other forms in docs/workbook.md.",
        "{file}: keine Ergebnisse gefunden. Die ähnlichsten Überschriften stehen in {where}: "
        "{found}. Es fehlen: {missing}. Erwartet wird eine Kopfzeile mit Spieler, Tisch und SP "
        "oder Platz, oder eine der anderen Formen in docs/workbook.md.",
    ),
    "several-results": Message(
        "{file}: several sheets have results: {sheets}. Put all rounds on one sheet, name each "
        "sheet after its round (Round 1, Round 2, ..., Final; none of them hidden), or choose one "
        "with --sheet NAME.",
        "{file}: Mehrere Blätter haben Ergebnisse: {sheets}. Bitte alle Runden auf ein Blatt "
        "schreiben, jedes Blatt nach seiner Runde benennen (Runde 1, Runde 2, ..., Finale; keines "
        "ausgeblendet) oder eines mit --sheet NAME wählen.",
    ),
    "target-exists": Message(
        "{file} exists already and is left as it is. Choose another name, or delete it first.",
        "{file} gibt es schon und bleibt, wie es ist. Bitte einen anderen Namen wählen oder die "
        "Datei vorher löschen.",
    ),
    "target-not-xlsx": Message(
        "{file}: a new workbook ends in .xlsx.", "{file}: Eine neue Mappe endet auf .xlsx."
    ),
    "target-is-source": Message(
        "{file} is the workbook itself. Use --in-place to write into it.",
        "{file} ist die Mappe selbst. Mit --in-place wird in sie geschrieben.",
    ),
    "size-invalid": Message(
        "{found} is no size. Expected a number of bytes, or one with KiB, MiB or GiB.",
        "{found} ist keine Größe. Erwartet wird eine Zahl von Bytes oder eine mit KiB, MiB oder "
        "GiB.",
    ),
    "path-missing": Message(
        "{path} does not exist. Name files or folders with workbooks.",
        "{path} gibt es nicht. Bitte Dateien oder Ordner mit Mappen nennen.",
    ),
    "out-is-source": Message(
        "{path} is the folder to be read; the results go into another one. Name it with --out.",
        "{path} ist der Ordner, der gelesen wird; die Ergebnisse kommen in einen anderen. Bitte "
        "mit --out nennen.",
    ),
    "batch-rules-missing": Message(
        "The workbook names no rule set, no pattern of --map fits its path, and --rules gives "
        "none. Known are: {known}.",
        "Die Mappe nennt kein Regelwerk, kein Muster aus --map passt zu ihrem Pfad, und --rules "
        "gibt keines an. Bekannt sind: {known}.",
    ),
    "zip-unreadable": Message(
        "{file} cannot be read from its zip archive: {why}. Unpack the archive and look at it.",
        "{file} ist aus dem Zip-Archiv nicht lesbar: {why}. Bitte das Archiv auspacken und "
        "nachsehen.",
    ),
    "zip-member-large": Message(
        "{file} unpacks to more than {most} bytes. If it is to be trusted, raise --max-unpacked.",
        "{file} enthält ausgepackt mehr als {most} Bytes. Wenn der Datei zu trauen ist, "
        "--max-unpacked erhöhen.",
    ),
    "worker-died": Message(
        "{file}: the process that scored it died twice. Try it alone with xlscore score, and "
        "please report it.",
        "{file}: Der Prozess, der sie wertete, ist zweimal abgestürzt. Bitte einzeln mit xlscore "
        "score versuchen und melden.",
    ),
    "worker-slow": Message(
        "{file}: not done after {seconds} seconds, given up. Allow more with --limit.",
        "{file}: nach {seconds} Sekunden nicht fertig, aufgegeben. Mit --limit mehr erlauben.",
    ),
    "cluster-not-installed": Message(
        "More packages are needed for --scheduler: install xlscore with [cluster] ({why}).",
        "Für --scheduler fehlen Pakete: xlscore mit [cluster] installieren ({why}).",
    ),
    "cluster-unreachable": Message(
        "No Dask scheduler answers at {address}: {why}.",
        "Unter {address} antwortet kein Dask-Scheduler: {why}.",
    ),
    "cluster-without-workers": Message(
        "The Dask cluster has no workers. Start some and try again.",
        "Der Dask-Cluster hat keine Worker. Bitte welche starten und noch einmal versuchen.",
    ),
    "cluster-versions": Message(
        "The workers of the cluster have {found}, expected is {expected}. Install the same on all.",
        "Die Worker des Clusters haben {found}, erwartet wird {expected}. Bitte überall dasselbe "
        "installieren.",
    ),
    "cluster-fault": Message(
        "{file}: the cluster could not score it: {why}.",
        "{file}: Der Cluster konnte sie nicht werten: {why}.",
    ),
    "map-line": Message(
        "{why} This is about {file}, line {line}.",
        "{why} Das betrifft {file}, Zeile {line}.",
    ),
    "map-row-short": Message(
        "Expected a path pattern, a rule set and, where it needs one, a scenario.",
        "Erwartet werden ein Pfadmuster, ein Regelwerk und, wo es eines braucht, ein Szenario.",
    ),
    "map-empty": Message(
        "{file} holds no row. Expected is one per line: path pattern, rule set, scenario.",
        "{file} enthält keine Zeile. Erwartet wird je Zeile: Pfadmuster, Regelwerk, Szenario.",
    ),
    "summary-format": Message(
        "{file}: the summary is written as {known}. Name a file with one of these endings.",
        "{file}: Die Übersicht wird als {known} geschrieben. Bitte eine Datei mit einer dieser "
        "Endungen nennen.",
    ),
    "summary-foreign": Message(
        "{file} is there already and is no summary of xlscore. Name another file, or delete it.",
        "{file} gibt es schon und ist keine Übersicht von xlscore. Bitte eine andere Datei "
        "nennen oder sie löschen.",
    ),
    "summary-long": Message(
        "{file}: more than {most} rows; an .xlsx takes no more here. Name a .csv or .parquet, "
        "and add --resume: then nothing is scored again.",
        "{file}: mehr als {most} Zeilen; mehr fasst eine .xlsx hier nicht. Bitte eine .csv oder "
        ".parquet nennen, mit --resume: dann wird nichts noch einmal gewertet.",
    ),
    "parquet-not-installed": Message(
        "A .parquet summary needs one more package: install xlscore with [parquet] ({why}).",
        "Eine Übersicht als .parquet braucht ein weiteres Paket: xlscore mit [parquet] "
        "installieren ({why}).",
    ),
    "zip-cut-off": Message(
        "{file} is no whole zip archive: its end is missing. Copy or download it again.",
        "{file} ist kein vollständiges Zip-Archiv: Das Ende fehlt. Bitte noch einmal kopieren "
        "oder herunterladen.",
    ),
    "map-unreadable": Message(
        "{file} is no table of short texts: {why}. Expected is one line per rule: path pattern, "
        "rule set, scenario.",
        "{file} ist keine Tabelle kurzer Texte: {why}. Erwartet wird eine Zeile je Regel: "
        "Pfadmuster, Regelwerk, Szenario.",
    ),
    "cluster-lost": Message(
        "The Dask cluster at {address} has gone: {why}. What is done is kept; go on with --resume.",
        "Der Dask-Cluster unter {address} ist weg: {why}. Was fertig ist, bleibt; mit --resume "
        "geht es weiter.",
    ),
    "workers-not-started": Message(
        "No further process can be started (exit code {exit_code}). Try again with --jobs 1.",
        "Weitere Prozesse lassen sich nicht starten (Rückgabewert {exit_code}). Bitte mit --jobs "
        "1 versuchen.",
    ),
    "zip-damaged-whole": Message(
        "{file} is no zip archive that can be read: {why}. Copy or download it again.",
        "{file} ist kein lesbares Zip-Archiv: {why}. Bitte noch einmal kopieren oder "
        "herunterladen.",
    ),
    "zip-encrypted": Message(
        "{file} is protected with a password inside its zip archive. Unpack the archive first.",
        "{file} ist im Zip-Archiv mit einem Passwort geschützt. Bitte das Archiv zuerst auspacken.",
    ),
    "name-too-long": Message(
        "{file}... lies too deep in its zip archive, or its path is too long. Unpack the archive "
        "into a folder.",
        "{file}... liegt zu tief im Zip-Archiv, oder der Pfad ist zu lang. Bitte das Archiv in "
        "einen Ordner auspacken.",
    ),
    "out-leads-out": Message(
        "{file} cannot be written: a link in the output folder leads out of it. Delete the link.",
        "{file} kann nicht geschrieben werden: Ein Link im Ausgabeordner führt aus ihm hinaus. "
        "Bitte den Link löschen.",
    ),
    "seat-beyond": Message(
        "Round {round} is one more than the {planned} that are planned. Next comes the final, if "
        "the rules have one; otherwise raise Rounds on the sheet Tournament. On the command line "
        "--force draws all the same.",
        "Runde {round} ist eine mehr als die {planned}, die geplant sind. Als Nächstes kommt das "
        "Finale, wenn das Regelwerk eines hat; sonst bitte Runden auf dem Blatt Turnier erhöhen. "
        "Auf der Kommandozeile lost --force trotzdem aus.",
    ),
    "seat-after-final": Message(
        "Round {round} would follow semi-finals or a final, which are seated already. On the "
        "command line --force draws all the same.",
        "Runde {round} käme nach Halbfinalen oder Finale, die schon besetzt sind. Auf der "
        "Kommandozeile lost --force trotzdem aus.",
    ),
    "final-absent": Message(
        "{players} would be seated, but the column Active of the sheet Players says no. Empty it "
        "there; or on the command line name who plays instead with --substitute.",
        "{players} bekäme einen Platz, aber die Spalte Aktiv des Blatts Spieler sagt nein. Bitte "
        "dort leeren; oder auf der Kommandozeile mit --substitute nennen, wer stattdessen spielt.",
    ),
    "final-league": Message(
        "{rules} is a league, which has no rounds and no final. Its standings are the result.",
        "{rules} ist eine Liga, die keine Runden und kein Finale kennt. Ihre Wertung ist das "
        "Ergebnis.",
    ),
    "seat-size": Message(
        "A table of {size} would have to be seated, and {rules} scores none. Let somebody sit "
        "out, or play by other rules.",
        "Ein Tisch mit {size} Personen wäre nötig, und {rules} wertet keinen solchen. Bitte "
        "jemanden aussetzen lassen oder nach anderen Regeln spielen.",
    ),
    "final-errors": Message(
        "{round} cannot be seated yet: something is wrong with the results ({where}). Look at it "
        "with the button Check, on the command line with xlscore check.",
        "{round} kann noch nicht besetzt werden: An den Ergebnissen stimmt etwas nicht "
        "({where}). Bitte mit dem Knopf Prüfen nachsehen, auf der Kommandozeile mit xlscore "
        "check.",
    ),
    "seat-players-doubtful": Message(
        "It is not certain who plays: see {where} on the sheet Players. Correct or delete the "
        "names there; on the command line --force draws all the same.",
        "Es steht nicht fest, wer spielt: siehe {where} auf dem Blatt Spieler. Bitte die Namen "
        "dort berichtigen oder löschen; auf der Kommandozeile lost --force trotzdem aus.",
    ),
    "seat-round-unreadable": Message(
        "It is not certain which rounds were played: no round can be read in {where}. Correct "
        "the column Round there; on the command line --force draws all the same.",
        "Es steht nicht fest, welche Runden gespielt sind: In {where} ist keine Runde zu lesen. "
        "Bitte dort die Spalte Runde berichtigen; auf der Kommandozeile lost --force trotzdem "
        "aus.",
    ),
    "player-unknown-near": Message(
        "{player} is not in these results. Perhaps {near} is meant.",
        "{player} kommt in diesen Ergebnissen nicht vor. Gemeint ist vielleicht {near}.",
    ),
    "player-unknown": Message(
        "{player} is not in these results. There are: {known}.",
        "{player} kommt in diesen Ergebnissen nicht vor. Es gibt: {known}.",
    ),
    "explain-same-player": Message(
        "{player} was named twice. Name two players to compare them.",
        "{player} ist zweimal genannt. Bitte zwei Personen zum Vergleich nennen.",
    ),
    # Writing
    "file-unwritable": Message(
        "{file} cannot be written: {reason}. If it is open in another program, close it there.",
        "{file} lässt sich nicht schreiben: {reason}. Falls die Datei in einem anderen Programm "
        "offen ist, dort schließen.",
    ),
    "file-read-only": Message(
        "{file} may only be read, so nothing was written. Lift its write protection, or write to "
        "another file.",
        "{file} ist schreibgeschützt, darum wurde nichts geschrieben. Bitte den Schreibschutz "
        "aufheben oder in eine andere Datei schreiben.",
    ),
    "target-no-file": Message(
        "{file} is a folder or a device, so nothing was written. Name a file to write to.",
        "{file} ist ein Ordner oder ein Gerät, darum wurde nichts geschrieben. Bitte eine Datei "
        "zum Schreiben angeben.",
    ),
    "file-locked": Message(
        "{file} is open in another program (lock file {lock}). Close it there; if it is not "
        "open, delete the lock file.",
        "{file} ist in einem anderen Programm geöffnet (Sperrdatei {lock}). Dort schließen; ist "
        "sie nirgends offen, die Sperrdatei löschen.",
    ),
    "file-template": Message(
        "{file} is a template or an add-in ({extension}), not a workbook. Make a workbook from "
        "it and score that.",
        "{file} ist eine Vorlage oder ein Add-in ({extension}), keine Arbeitsmappe. Eine "
        "Arbeitsmappe daraus erstellen und diese werten.",
    ),
    "file-signed": Message(
        "{file} is digitally signed, and writing would break the signature. Remove the "
        "signature, or use --no-write.",
        "{file} ist digital signiert, und Schreiben würde die Signatur brechen. Die Signatur "
        "entfernen oder --no-write verwenden.",
    ),
    "extension-differs": Message(
        "{file} would not open in Excel: the content of this workbook needs a name that ends "
        "in {expected}.",
        "{file} ließe sich in Excel nicht öffnen: Der Inhalt dieser Arbeitsmappe verlangt einen "
        "Namen mit der Endung {expected}.",
    ),
    "structure-protected": Message(
        "{file}: the structure of the workbook is protected, so the sheet {sheet} cannot be "
        "added. Lift the workbook protection (Review tab) and try again.",
        "{file}: Die Struktur der Arbeitsmappe ist geschützt, das Blatt {sheet} lässt sich nicht "
        "anfügen. Den Arbeitsmappenschutz aufheben (Register Überprüfen) und erneut versuchen.",
    ),
    "sheet-foreign": Message(
        "{file}: the sheet {sheet} was not written by xlscore. Rename it, or allow with "
        "--replace-sheets that its cells are replaced.",
        "{file}: Das Blatt {sheet} stammt nicht von xlscore. Umbenennen, oder mit "
        "--replace-sheets erlauben, dass seine Zellen ersetzt werden.",
    ),
    "sheet-without-cells": Message(
        "{file}: the sheet {sheet} holds a chart or a dialog, no cells. Rename it.",
        "{file}: Das Blatt {sheet} enthält ein Diagramm oder einen Dialog, keine Zellen. Bitte "
        "umbenennen.",
    ),
    "sheet-crowded": Message(
        "{file}: on the sheet {sheet} tables, filters or a pivot table stand where the results "
        "go, and cannot follow them. Move them to another sheet, or rename the sheet.",
        "{file}: Auf dem Blatt {sheet} stehen Tabellen, Filter oder eine Pivot-Tabelle dort, wo "
        "die Ergebnisse hinkommen, und können nicht mitwandern. Auf ein anderes Blatt verschieben "
        "oder das Blatt umbenennen.",
    ),
    "too-many-rows": Message(
        "The sheet {sheet} would need {rows} rows; a spreadsheet holds {limit} below its header. "
        "Split the workbook.",
        "Das Blatt {sheet} bräuchte {rows} Zeilen; eine Tabelle fasst {limit} unter der "
        "Kopfzeile. Die Arbeitsmappe bitte aufteilen.",
    ),
    "seat-nobody": Message(
        "{file}: nobody is there to be seated. Name the players on the sheet Players, and leave "
        "Active empty for those who play.",
        "{file}: Niemand ist da, der einen Platz bekommen könnte. Bitte die Namen auf dem Blatt "
        "Spieler eintragen und bei allen, die spielen, Aktiv leer lassen.",
    ),
    "seat-round-missing": Message(
        "Round {round} comes after round {earlier}, which nobody is seated for. Seat that first; "
        "on the command line --force draws all the same.",
        "Runde {round} kommt nach Runde {earlier}, für die noch niemand gesetzt ist. Bitte "
        "zuerst diese setzen; auf der Kommandozeile lost --force trotzdem aus.",
    ),
    "seat-round-open": Message(
        "Round {round} cannot be drawn while games before are open ({count}): {tables}. Enter "
        "their results. To draw that round anew instead, empty its names; on the command line "
        "--round with --redraw does, and --force draws all the same.",
        "Runde {round} kann nicht ausgelost werden, solange frühere Partien offen sind "
        "({count}): {tables}. Bitte deren Ergebnisse eintragen. Um stattdessen jene Runde neu "
        "auszulosen, bitte ihre Namen löschen; auf der Kommandozeile genügt --round mit "
        "--redraw, und --force lost trotzdem aus.",
    ),
    "seed-invalid": Message(
        "“{found}” cannot be a seed. Expected is one line of 1 to {most} letters and digits.",
        "„{found}“ taugt nicht als Startwert. Erwartet wird eine Zeile mit 1 bis {most} "
        "Buchstaben und Ziffern.",
    ),
    "final-none": Message(
        "The rules {rules} have no final. The standings after the last round are the result.",
        "Das Regelwerk {rules} kennt kein Finale. Die Wertung nach der letzten Runde ist das "
        "Ergebnis.",
    ),
    "round-over": Message(
        "{round} is played already. The standings are the result.",
        "{round} ist schon gespielt. Die Wertung ist das Ergebnis.",
    ),
    "round-there": Message(
        "{round} is seated already. Enter its results. To seat it anew while it has none, empty "
        "its names; on the command line --redraw does.",
        "{round} ist schon besetzt. Bitte die Ergebnisse eintragen. Um neu zu setzen, solange es "
        "keine gibt, bitte die Namen dort löschen; auf der Kommandozeile genügt --redraw.",
    ),
    "final-rounds-to-come": Message(
        "{round} cannot be seated yet: {planned} preliminary rounds are planned, by the rules or "
        "by Rounds on the sheet Tournament, and not all are there. Draw the next one first, in "
        "Excel with its button, on the command line with xlscore seat.",
        "{round} kann noch nicht besetzt werden: {planned} Vorrunden sind geplant, vom Regelwerk "
        "oder von Runden auf dem Blatt Turnier, und nicht alle sind da. Bitte zuerst die nächste "
        "auslosen, in Excel mit dem Knopf dafür, auf der Kommandozeile mit xlscore seat.",
    ),
    "final-preliminaries-open": Message(
        "{round} cannot be seated yet: these games are open: {tables}. Enter their results.",
        "{round} kann noch nicht besetzt werden: Offen sind {tables}. Bitte die Ergebnisse "
        "eintragen.",
    ),
    "final-preliminaries-unscored": Message(
        "{round} cannot be seated yet: these games have errors: {tables}. Look at them with "
        "Check in Excel, or xlscore check on the command line.",
        "{round} kann noch nicht besetzt werden: Fehler haben {tables}. Bitte in Excel mit "
        "Prüfen nachsehen, auf der Kommandozeile mit xlscore check.",
    ),
    "final-players-too-few": Message(
        "{round} cannot be seated: fewer players have played than it takes.",
        "{round} kann nicht besetzt werden: Es haben weniger Personen gespielt, als es braucht.",
    ),
    "final-tie-across-line": Message(
        "{round} cannot be seated yet: {players} are tied, and not all of them are among the "
        "best {line}. Draw lots, and enter each one's number in the column Lot of the sheet "
        "Players, the lowest first.",
        "{round} kann noch nicht besetzt werden: {players} liegen gleichauf, und nicht alle "
        "gehören zu den besten {line}. Bitte losen und jede Losnummer in die Spalte Los des "
        "Blatts Spieler eintragen, die niedrigste zuerst.",
    ),
    "final-semi-finals-open": Message(
        "{round} cannot be seated yet: these games are open: {tables}. Enter their results.",
        "{round} kann noch nicht besetzt werden: Offen sind {tables}. Bitte die Ergebnisse "
        "eintragen.",
    ),
    "final-semi-finals-unscored": Message(
        "{round} cannot be seated yet: these games have errors: {tables}. Look at them with "
        "Check in Excel, or xlscore check on the command line.",
        "{round} kann noch nicht besetzt werden: Fehler haben {tables}. Bitte in Excel mit "
        "Prüfen nachsehen, auf der Kommandozeile mit xlscore check.",
    ),
    "final-semi-final-shared": Message(
        "{round} cannot be seated yet: {players} share first place in {tables}. Let the referee "
        "enter the column Place there.",
        "{round} kann noch nicht besetzt werden: {players} teilen sich den ersten Platz in "
        "{tables}. Bitte die Turnierleitung dort die Spalte Platz ausfüllen lassen.",
    ),
    "substitute-unknown": Message(
        "{player} is neither on the sheet Players nor in the results. Check the spelling, or add "
        "the name there first.",
        "{player} steht weder auf dem Blatt Spieler noch in den Ergebnissen. Bitte die "
        "Schreibweise prüfen oder den Namen dort zuerst eintragen.",
    ),
    "substitute-not-needed": Message(
        "{player} has not qualified, so nobody can play instead.",
        "{player} hat sich nicht qualifiziert, also kann niemand an dieser Stelle spielen.",
    ),
    "substitute-twice": Message(
        "{player} stands twice in --substitute, or would be seated twice. Name somebody else.",
        "{player} steht zweimal bei --substitute oder bekäme zwei Plätze. Bitte jemand anderen "
        "nennen.",
    ),
    "draw-players": Message(
        "{players} players cannot be seated at tables of three and four. It takes 3, 4, 6 or more.",
        "{players} Personen lassen sich nicht auf Tische zu dritt und zu viert verteilen. Möglich "
        "sind 3, 4, 6 und mehr.",
    ),
    "draw-name-twice": Message(
        "{player} stands twice among those to be seated. Keep one entry, or tell the two apart.",
        "{player} steht zweimal unter denen, die einen Platz bekommen sollen. Bitte einen Eintrag "
        "behalten oder die beiden unterscheiden.",
    ),
    "too-many-formats": Message(
        "{file} already holds {limit} cell formats, as many as Excel allows. Clean up its "
        "formats and try again.",
        "{file} enthält bereits {limit} Zellformate, mehr erlaubt Excel nicht. Die Formate "
        "aufräumen und erneut versuchen.",
    ),
}

SENTENCES: dict[str, Message] = {
    # The command line
    "cli-written": Message("Written: {file}", "Geschrieben: {file}"),
    "cli-players-left-out": Message(
        "No players in {file}, by line: {lines}",
        "Keine Spieler in {file}, nach Zeilen: {lines}",
    ),
    "cli-backup": Message("The file as it was: {file}", "Die Datei, wie sie war: {file}"),
    "cli-backup-kept": Message(
        "The file as it was before it was first scored: {file}",
        "Die Datei, wie sie vor der ersten Wertung war: {file}",
    ),
    "cli-no-findings": Message("No findings.", "Keine Auffälligkeiten."),
    "cli-scenario-to-choose": Message(
        "{rules} needs a scenario: choose one on the sheet Tournament.",
        "{rules} braucht ein Szenario: Bitte auf dem Blatt Turnier wählen.",
    ),
    "cli-interrupted": Message(
        "Interrupted. Every file is either as it was or complete. A batch goes on with the same "
        "command and --resume.",
        "Abgebrochen. Jede Datei ist entweder, wie sie war, oder vollständig. Ein Stapel (batch) "
        "geht mit demselben Befehl und --resume weiter.",
    ),
    "cli-unshown": Message(
        "The results could not be shown: {reason}. What is named above as written is complete.",
        "Die Ergebnisse ließen sich nicht ausgeben: {reason}. Was oben als geschrieben genannt "
        "ist, ist vollständig.",
    ),
    "cli-folder-gone": Message(
        "The folder that you are in was deleted. Go to another folder and try again.",
        "Der Ordner, in dem dieser Befehl läuft, wurde gelöscht. Bitte in einen anderen Ordner "
        "wechseln und erneut versuchen.",
    ),
    "cli-system": Message(
        "The operating system did not allow it: {reason}. What is named above as written is "
        "complete.",
        "Das Betriebssystem hat es nicht zugelassen: {reason}. Was oben als geschrieben genannt "
        "ist, ist vollständig.",
    ),
    "cli-fault": Message(
        "This is a fault in xlscore, not in your workbook. Please report the lines above.",
        "Das ist ein Fehler in xlscore, nicht in der Mappe. Bitte die Zeilen darüber melden.",
    ),
    "batch-line": Message("{path}: {status}", "{path}: {status}"),
    "batch-line-why": Message("{path}: {status}: {why}", "{path}: {status}: {why}"),
    "batch-total": Message(
        "{scored} scored, {provisional} provisional, {failed} failed, {skipped} skipped.",
        "{scored} gewertet, {provisional} vorläufig, {failed} gescheitert, {skipped} übergangen.",
    ),
    "batch-scored": Message("scored", "gewertet"),
    "batch-provisional": Message("provisional", "vorläufig"),
    "batch-failed": Message("failed", "gescheitert"),
    "batch-skipped": Message("skipped", "übergangen"),
    "batch-skip-scored": Message("was scored by xlscore", "wurde von xlscore gewertet"),
    "batch-skip-backup": Message("is a backup", "ist eine Sicherung"),
    "batch-skip-hidden": Message("is a hidden or lock file", "ist eine versteckte oder Sperrdatei"),
    "batch-skip-out": Message(
        "is the folder of the results",
        "ist der Ordner der Ergebnisse",
    ),
    "batch-skip-link": Message(
        "leads out of what was named",
        "führt aus dem Genannten hinaus",
    ),
    "batch-skip-nested": Message(
        "is a zip archive within another",
        "ist ein Zip-Archiv in einem anderen",
    ),
    "batch-reason": Message(
        "{count} failed, such as {path}: {why}",
        "{count} gescheitert, etwa {path}: {why}",
    ),
    "batch-doubles": Message(
        "Pairs of names that may be one player each: {count}; the summary lists them.",
        "Paare von Namen, die je eine Person sein könnten: {count}; die Übersicht führt sie auf.",
    ),
    "seated": Message(
        "{round}: {players} players; tables of four: {fours}, of three: {threes}; seed {seed}.",
        "{round}: {players} Personen; Vierertische: {fours}, Dreiertische: {threes}; Startwert "
        "{seed}.",
    ),
    "seated-quality": Message(
        "Pairs that meet again: {pairs} (at least {least_pairs}); players at a table of three "
        "again: {threes} (at least {least_threes}); players who start more often than others "
        "must: {starts} (at least {least_starts}).",
        "Paare, die sich wieder begegnen: {pairs} (mindestens {least_pairs}); wieder am "
        "Dreiertisch: {threes} (mindestens {least_threes}); häufiger Startspieler als nötig: "
        "{starts} (mindestens {least_starts}).",
    ),
    "seated-level": Message(
        "{players} are tied in rank; their order was drawn by lot.",
        "{players} liegen im Rang gleichauf; ihre Reihenfolge wurde ausgelost.",
    ),
    "seated-no-seed": Message(
        "There is no sheet Tournament to keep the seed on. Write it down to be able to repeat "
        "the draw.",
        "Es gibt kein Blatt Turnier, das den Startwert festhält. Bitte notieren, um die "
        "Auslosung wiederholen zu können.",
    ),
    "seated-more": Message(
        "And {count} more tables: see the sheet {sheet}.",
        "Und {count} weitere Tische: siehe Blatt {sheet}.",
    ),
    "seated-table": Message(
        "Table",
        "Tisch",
    ),
    "seated-seat": Message(
        "Seat {seat}",
        "Sitz {seat}",
    ),
    "seated-player": Message(
        "Player",
        "Spieler",
    ),
    "map-unused": Message(
        "{file}, line {line}: no file fits this pattern, or another row comes first.",
        "{file}, Zeile {line}: Zu diesem Muster passt keine Datei, oder eine Zeile davor passt "
        "auch.",
    ),
    "seated-seat-alone": Message(
        "Seat",
        "Sitz",
    ),
    "seated-left-out": Message(
        "Not on the sheet Players, and so not seated: {players}.",
        "Nicht auf dem Blatt Spieler und darum nicht gesetzt: {players}.",
    ),
    "seated-assumed": Message(
        "Active says neither yes nor no for {players}; seated.",
        "Aktiv sagt weder ja noch nein bei {players}; gesetzt.",
    ),
    "batch-fault": Message("a fault in xlscore: {why}", "ein Fehler in xlscore: {why}"),
    # Levels, status, criteria
    "level-error": Message("error", "Fehler"),
    "level-warning": Message("warning", "Warnung"),
    "level-note": Message("note", "Hinweis"),
    "status-final": Message("Final.", "Endstand."),
    "status-empty": Message("No games yet.", "Noch keine Spiele."),
    "status-rounds": Message(
        "After {rounds} of {named} rounds.", "Nach {rounds} von {named} Runden."
    ),
    "status-before-semi-finals": Message("Before the semi-finals.", "Vor den Halbfinalen."),
    "status-before-final": Message("Before the final.", "Vor dem Finale."),
    "status-open": Message(
        "After {scored} of {total} games. Open: {tables}.",
        "Nach {scored} von {total} Spielen. Offen: {tables}.",
    ),
    "status-after": Message("After round {round}.", "Nach Runde {round}."),
    "status-as-of": Message("As of {date}, games: {count}.", "Stand {date}, Spiele: {count}."),
    "status-games": Message("Games so far: {count}.", "Spiele bisher: {count}."),
    "status-provisional": Message(
        "Provisional. See the sheet Check: errors {errors}, warnings {warnings}.",
        "Vorläufig. Siehe Blatt Prüfung: Fehler {errors}, Warnungen {warnings}.",
    ),
    "status-warnings": Message(
        "See the sheet Check: warnings {warnings}.", "Siehe Blatt Prüfung: Warnungen {warnings}."
    ),
    "status-across": Message(
        "Tied across the line to those who play on: {players}.",
        "Gleichauf über der Grenze zum Weiterspielen: {players}.",
    ),
    "round-title": Message("round {round}", "Runde {round}"),
    "table-title": Message("table {table}", "Tisch {table}"),
    "decided-tournament_points": Message("tournament points", "Turnierpunkte"),
    "decided-victory_points": Message("victory points", "Siegpunkte"),
    "decided-share": Message("share", "Anteil"),
    "decided-firsts": Message("first places", "erste Plätze"),
    "decided-seconds": Message("second places", "zweite Plätze"),
    "decided-thirds": Message("third places", "dritte Plätze"),
    "decided-lot": Message("lot", "Los"),
    "decided-semi-final": Message("semi-final", "Halbfinale"),
    "decided-final": Message("final", "Finale"),
    "decided-tied": Message("tied", "Gleichstand"),
    # A rule set in words
    "rules-title": Message("{id}: {name}", "{id}: {name}"),
    "rules-source": Message("Source: {source}", "Quelle: {source}"),
    "rules-points": Message(
        "Tournament points at a table of {players}: {points}",
        "Turnierpunkte an einem Tisch mit {players}: {points}",
    ),
    "rules-ties": Message(
        "Shared places share the points of the places they occupy, exactly.",
        "Geteilte Plätze teilen sich die Punkte der belegten Plätze, genau.",
    ),
    "rules-step": Message(
        "Shared places share the points of the places they occupy, rounded down to {step}.",
        "Geteilte Plätze teilen sich die Punkte der belegten Plätze, abgerundet auf {step}.",
    ),
    "rules-minimum": Message(
        "Within the places that earn points everybody gets at least {minimum}.",
        "Auf den Plätzen, die Punkte bringen, gibt es mindestens {minimum}.",
    ),
    "rules-cap": Message(
        "Victory points count up to {cap} ({scenario}).",
        "Siegpunkte zählen bis {cap} ({scenario}).",
    ),
    "rules-share": Message(
        "Share of a game: 100 times own {of} divided by those of the table, {rounding}.",
        "Anteil eines Spiels: 100 mal eigene {of} durch die des Tisches, {rounding}.",
    ),
    "rules-average": Message(
        "At a table of {players} the total is raised by the table's average before dividing.",
        "An einem Tisch mit {players} kommt zur Summe vor dem Teilen der Durchschnitt des "
        "Tisches dazu.",
    ),
    "rules-half-up": Message(
        "rounded half up to {decimals} decimals",
        "kaufmännisch gerundet auf {decimals} Stellen",
    ),
    "rules-down": Message(
        "rounded down to {decimals} decimals",
        "abgerundet auf {decimals} Stellen",
    ),
    "rules-counted": Message(
        "counted victory points",
        "gewertete Siegpunkte",
    ),
    "rules-raw": Message(
        "victory points reached",
        "erreichte Siegpunkte",
    ),
    "rules-exact": Message("exact", "genau"),
    "rules-factor": Message(
        "Game factor from {first} to {last} minutes: {factor}",
        "Spielfaktor von {first} bis {last} Minuten: {factor}",
    ),
    "rules-order": Message("Order of the standings: {order}", "Reihenfolge der Wertung: {order}"),
    "rules-rounds": Message("Preliminary rounds: {rounds}", "Vorrunden: {rounds}"),
    "rules-final": Message(
        "A final of the best {seats} decides their ranks.",
        "Ein Finale der besten {seats} entscheidet deren Ränge.",
    ),
    "rules-semi-final": Message(
        "Semi-final {table}: ranks {ranks} of the preliminary rounds",
        "Halbfinale {table}: Ränge {ranks} der Vorrunden",
    ),
    "rules-final-of-winners": Message(
        "A final of the winners decides their ranks, place in the semi-finals those of the others "
        "there.",
        "Ein Finale der Sieger entscheidet deren Ränge, der Platz im Halbfinale die der anderen "
        "dort.",
    ),
    "rules-decision": Message("{id}: {words}", "{id}: {words}"),
    # How points came about
    "explain-game-score": Message(
        "victory points {found}",
        "Siegpunkte {found}",
    ),
    "explain-game-counted": Message("counted as {counted}", "gewertet als {counted}"),
    "explain-game-place": Message("place {place} of {players}", "Platz {place} von {players}"),
    "explain-game-shared": Message(
        "place {place} of {players}, shared by {sharing}",
        "Platz {place} von {players}, geteilt von {sharing}",
    ),
    "explain-game-factor": Message("factor {factor}", "Faktor {factor}"),
    "explain-game-points": Message(
        "tournament points {points}",
        "Turnierpunkte {points}",
    ),
    "explain-game-share": Message(
        "share {part} of {total} = {share} %", "Anteil {part} von {total} = {share} %"
    ),
    "explain-game-share-raised": Message(
        "share {part} of {total} plus the table's average {average} = {share} %",
        "Anteil {part} von {total} plus Tischdurchschnitt {average} = {share} %",
    ),
    "explain-game-final": Message("not added to the sums", "nicht zu den Summen addiert"),
    "explain-open": Message(
        "{game}: not yet played ({where}).",
        "{game}: noch nicht gespielt ({where}).",
    ),
    "explain-unscored": Message(
        "{game}: not scored, see the findings ({where}).",
        "{game}: nicht gewertet, siehe Auffälligkeiten ({where}).",
    ),
    "explain-bonus": Message(
        "Tournament points by the referee: {points}{reason}.",
        "Turnierpunkte von der Turnierleitung: {points}{reason}.",
    ),
    "explain-sum": Message(
        "{player}: rank {rank}, tournament points {tournament_points}; games: {games}; decided "
        "by: {decided_by}.",
        "{player}: Rang {rank}, Turnierpunkte {tournament_points}; Spiele: {games}; "
        "Entscheidung: {decided_by}.",
    ),
    "explain-sum-share": Message(
        "{player}: rank {rank}, tournament points {tournament_points}, victory points "
        "{victory_points}, share {share}; games: {games}; decided by: {decided_by}.",
        "{player}: Rang {rank}, Turnierpunkte {tournament_points}, Siegpunkte {victory_points}, "
        "Anteil {share}; Spiele: {games}; Entscheidung: {decided_by}.",
    ),
    "explain-level": Message("{name} {value}", "{name} {value}"),
    "explain-order": Message(
        "{first} is ahead of {second} by {criterion}: {own} against {theirs}.",
        "{first} liegt vor {second} durch {criterion}: {own} gegen {theirs}.",
    ),
    "explain-order-level": Message(
        "{first} is ahead of {second} by {criterion}: {own} against {theirs}. Level before that: "
        "{level}.",
        "{first} liegt vor {second} durch {criterion}: {own} gegen {theirs}. Davor gleich: "
        "{level}.",
    ),
    "explain-lot": Message(
        "{first} is ahead of {second} by lot: {own} against {theirs}. Level before that: {level}.",
        "{first} liegt vor {second} durch Los: {own} gegen {theirs}. Davor gleich: {level}.",
    ),
    "explain-tied": Message(
        "{first} and {second} share rank {rank}: level in every criterion.",
        "{first} und {second} teilen sich Rang {rank}: gleich in jeder Wertung.",
    ),
    "explain-tied-final": Message(
        "{first} and {second} share rank {rank}: the same place in the final.",
        "{first} und {second} teilen sich Rang {rank}: gleicher Platz im Finale.",
    ),
    "explain-final": Message(
        "{first} is ahead of {second} by the final: place {first_rank} against {second_rank}.",
        "{first} liegt durch das Finale vor {second}: Platz {first_rank} gegen {second_rank}.",
    ),
    "explain-final-only": Message(
        "{first} played the final and is ahead of {second}, who did not (ranks {first_rank} and "
        "{second_rank}).",
        "{first} hat das Finale gespielt und liegt vor {second} ohne Finale (Ränge {first_rank} "
        "und {second_rank}).",
    ),
    "explain-tied-semi-final": Message(
        "{first} and {second} share rank {rank}: the same place in the semi-finals, and level in "
        "every criterion.",
        "{first} und {second} teilen sich Rang {rank}: gleicher Platz im Halbfinale und gleich in "
        "jeder Wertung.",
    ),
    "explain-semi-final": Message(
        "{first} is ahead of {second} by the semi-finals: place {own} against {theirs}.",
        "{first} liegt durch das Halbfinale vor {second}: Platz {own} gegen {theirs}.",
    ),
    "explain-semi-final-only": Message(
        "{first} played a semi-final and is ahead of {second}, who did not (ranks {first_rank} "
        "and {second_rank}).",
        "{first} hat ein Halbfinale gespielt und liegt vor {second} ohne Halbfinale (Ränge "
        "{first_rank} und {second_rank}).",
    ),
    "explain-same-semi-final": Message(
        "place {place} in the semi-finals", "Platz {place} im Halbfinale"
    ),
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
        "On the sheet {results} write one row per player and game, with the round and the table "
        "of that game; or let xlscore seat draw each round, with the add-in its button.",
        "Auf dem Blatt {results} je Person und Partie eine Zeile schreiben, mit Runde und Tisch "
        "der Partie; oder jede Runde von xlscore seat auslosen lassen, mit dem Add-in von dessen "
        "Knopf.",
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
    # The ribbon of Excel
    "ribbon-tournament-label": Message("Tournament", "Turnier"),
    "ribbon-recalculate-label": Message("Recalculate", "Neu berechnen"),
    "ribbon-recalculate-help": Message(
        "Writes the sheets Standings, Scored games and Check from the results. Other sheets stay "
        "as they are.",
        "Schreibt die Blätter Wertung, Einzelwertung und Prüfung aus den Ergebnissen. Andere "
        "Blätter bleiben, wie sie sind.",
    ),
    "ribbon-check-label": Message("Check", "Prüfen"),
    "ribbon-check-help": Message(
        "Shows what is wrong or unusual in the results, with the cells.",
        "Zeigt, was an den Ergebnissen falsch oder auffällig ist, mit den Zellen.",
    ),
    "ribbon-insert_live-label": Message("Insert live standings", "Laufende Wertung einfügen"),
    "ribbon-insert_live-help": Message(
        "Puts in standings as a formula, which Excel keeps current while results are typed; mends "
        "such formulas from another computer.",
        "Fügt die Wertung als Formel ein, die Excel beim Eintragen der Ergebnisse aktuell hält; "
        "bringt solche Formeln von einem anderen Rechner in Ordnung.",
    ),
    "ribbon-seating-label": Message("Seating", "Plätze"),
    "ribbon-draw_next_round-label": Message("Draw next round", "Nächste Runde auslosen"),
    "ribbon-draw_next_round-help": Message(
        "Draws tables and seats of the next round for all active players and types them into the "
        "results.",
        "Lost Tische und Plätze der nächsten Runde für alle Aktiven aus und trägt sie in die "
        "Ergebnisse ein.",
    ),
    "ribbon-set_up_final-label": Message("Set up final", "Finale setzen"),
    "ribbon-set_up_final-help": Message(
        "Seats those who have qualified in the final, or in the semi-finals before it, and types "
        "them into the results.",
        "Setzt die Qualifizierten ins Finale oder in die Halbfinale davor und trägt sie in die "
        "Ergebnisse ein.",
    ),
    "ribbon-more-label": Message("More", "Mehr"),
    "ribbon-new_workbook-label": Message("New workbook", "Neue Mappe"),
    "ribbon-new_workbook-help": Message(
        "Makes a fresh workbook for results.", "Legt eine frische Mappe für Ergebnisse an."
    ),
    "ribbon-rules-label": Message("Rules", "Regeln"),
    "ribbon-rules-help": Message(
        "Says in words what the results are scored by.",
        "Sagt in Worten, wonach die Ergebnisse gewertet werden.",
    ),
    "ribbon-help-label": Message("Help", "Hilfe"),
    "ribbon-help-help": Message("Says what each button does.", "Sagt, was jeder Knopf tut."),
    "ribbon-no_workbook": Message(
        "No workbook is open for editing. Open one, choose Enable Editing where Excel asks for "
        "it, and press the button again.",
        "Keine Mappe ist zum Bearbeiten offen. Bitte eine öffnen, wo Excel danach fragt "
        "Bearbeitung aktivieren wählen, und den Knopf noch einmal drücken.",
    ),
    "ribbon-failed": Message(
        "The button could not start Python. Run xlscore excel doctor to learn why. Excel says:",
        "Der Knopf konnte Python nicht starten. xlscore excel doctor sagt, warum. Excel meldet:",
    ),
    # Installing into Excel
    "excel-write": Message("Writes {file}", "Schreibt {file}"),
    "excel-same": Message("Already as it should be: {file}", "Schon, wie es sein soll: {file}"),
    "excel-keep": Message("Keeps what was there as {other}", "Bewahrt das Bisherige als {other}"),
    "excel-remove": Message("Removes {file}", "Entfernt {file}"),
    "excel-restore": Message(
        "Puts back what was there before: {file}", "Stellt wieder her, was vorher da war: {file}"
    ),
    "excel-leave": Message(
        "Leaves {file}, which was changed after the installation",
        "Lässt {file} stehen, nach der Installation geändert",
    ),
    "excel-dry-run": Message(
        "Only shown; nothing was changed.", "Nur angezeigt; nichts wurde verändert."
    ),
    "excel-installed": Message(
        "Installed. Start Excel anew: the tab Catan is there. If it is not, run xlscore excel "
        "doctor.",
        "Installiert. Excel neu starten: Der Reiter Catan ist da. Wenn nicht, sagt xlscore excel "
        "doctor, warum.",
    ),
    "excel-installed-elsewhere": Message(
        "Installed, but Excel does not open this folder by itself: load xlscore.xlam from it once "
        "(File, Options, Add-ins, Go, Browse; on a Mac Tools, Excel Add-ins, Browse).",
        "Installiert, doch diesen Ordner öffnet Excel nicht von selbst: xlscore.xlam einmal daraus "
        "laden (Datei, Optionen, Add-Ins, Los, Durchsuchen; auf dem Mac Extras, Excel-Add-Ins, "
        "Durchsuchen).",
    ),
    "excel-uninstalled": Message(
        "Uninstalled. Excel is as it was before, once it is started anew.",
        "Deinstalliert. Nach einem Neustart ist Excel wie zuvor.",
    ),
    "excel-built": Message(
        "Built, and not installed anywhere. It works with the Python that built it.",
        "Gebaut und nirgends installiert. Es arbeitet mit dem Python, das es gebaut hat.",
    ),
    "excel-built-buttons": Message(
        "Built with the buttons only, and not installed anywhere: an add-in with functions can be "
        "built on Windows only. It works with the Python that built it.",
        "Nur mit den Knöpfen gebaut und nirgends installiert: Ein Add-in mit Funktionen lässt sich "
        "nur unter Windows bauen. Es arbeitet mit dem Python, das es gebaut hat.",
    ),
    # The doctor: checks, causes, remedies
    "doctor-passed": Message("ok: {check}", "in Ordnung: {check}"),
    "doctor-failed": Message(
        "FAILED: {check}. {cause} {remedy}", "FEHLER: {check}. {cause} {remedy}"
    ),
    "doctor-unknown": Message("not checked: {check}", "nicht geprüft: {check}"),
    "doctor-check-store-python": Message(
        "Python is not from the Microsoft Store", "Python stammt nicht aus dem Microsoft Store"
    ),
    "doctor-store-python": Message(
        "This Python comes from the Microsoft Store; Windows hides from Excel what it writes.",
        "Dieses Python stammt aus dem Microsoft Store; Windows verbirgt vor Excel, was es "
        "schreibt.",
    ),
    "doctor-store-python-remedy": Message(
        "Install Python from python.org, and xlscore into that.",
        "Bitte Python von python.org installieren und xlscore dort hinein.",
    ),
    "doctor-check-store-excel": Message(
        "Excel is not from the Microsoft Store", "Excel stammt nicht aus dem Microsoft Store"
    ),
    "doctor-store-excel": Message(
        "This Excel comes from the Microsoft Store; Windows seals it off, so that it cannot start "
        "Python.",
        "Dieses Excel stammt aus dem Microsoft Store; Windows schottet es ab, sodass es Python "
        "nicht starten kann.",
    ),
    "doctor-store-excel-remedy": Message(
        "Uninstall Office and install it from office.com.",
        "Bitte Office deinstallieren und von office.com neu installieren.",
    ),
    "doctor-check-installed": Message("The add-in is installed", "Das Add-in ist installiert"),
    "doctor-not-installed": Message(
        "No installation of xlscore is known here.",
        "Hier ist keine Installation von xlscore bekannt.",
    ),
    "doctor-not-installed-remedy": Message(
        "Run xlscore excel install.", "Bitte xlscore excel install ausführen."
    ),
    "doctor-check-files": Message(
        "Everything installed is still there", "Alles Installierte ist noch da"
    ),
    "doctor-files-gone": Message(
        "These files were installed and are gone: {files}. Antivirus programs take add-ins away.",
        "Diese Dateien waren installiert und sind fort: {files}. Virenscanner nehmen Add-ins weg.",
    ),
    "doctor-files-gone-remedy": Message(
        "Look into the antivirus program's list of quarantined files (Windows Security, "
        "Protection history), allow the file, and run xlscore excel install again.",
        "Bitte in der Quarantäne des Virenscanners nachsehen (Windows-Sicherheit, "
        "Schutzverlauf), die Datei zulassen und xlscore excel install erneut ausführen.",
    ),
    "doctor-add-in-damaged": Message(
        "{file} is no longer the add-in that was installed. Antivirus programs empty add-ins, and "
        "a full disk cuts them off.",
        "{file} ist nicht mehr das installierte Add-in. Virenscanner leeren Add-ins, und ein "
        "voller Datenträger schneidet sie ab.",
    ),
    "doctor-add-in-damaged-remedy": Message(
        "Delete it, and run xlscore excel install again.",
        "Bitte löschen und xlscore excel install erneut ausführen.",
    ),
    "doctor-check-blocked": Message(
        "Windows does not block the add-in", "Windows sperrt das Add-in nicht"
    ),
    "doctor-blocked": Message(
        "Windows marked {file} as downloaded from the internet; Excel then runs none of its "
        "macros.",
        "Windows hat {file} als aus dem Internet geladen markiert; Excel führt dann keines "
        "seiner Makros aus.",
    ),
    "doctor-blocked-remedy": Message(
        "Delete it and run xlscore excel install, which builds it on this computer; or tick "
        "Unblock in its Properties.",
        "Bitte löschen und xlscore excel install ausführen, das es auf diesem Rechner baut; oder "
        "in den Eigenschaften Zulassen ankreuzen.",
    ),
    "doctor-check-interpreter": Message(
        "The add-in knows which Python to start", "Das Add-in weiß, welches Python es starten soll"
    ),
    "doctor-configuration": Message(
        "{file} is missing or names no Python.", "{file} fehlt oder nennt kein Python."
    ),
    "doctor-configuration-remedy": Message(
        "Run xlscore excel install again.", "Bitte xlscore excel install erneut ausführen."
    ),
    "doctor-interpreter-path": Message(
        "{file} names {found}, without a folder; Excel then starts whatever PATH leads to, or "
        "nothing.",
        "{file} nennt {found} ohne Ordner; Excel startet dann, was PATH gerade hergibt, oder "
        "nichts.",
    ),
    "doctor-interpreter-path-remedy": Message(
        "Run xlscore excel install again, which writes the whole path.",
        "Bitte xlscore excel install erneut ausführen; es schreibt den ganzen Pfad.",
    ),
    "doctor-interpreter-gone": Message(
        "The Python of the add-in is gone: {file}. Its virtual environment was deleted or moved.",
        "Das Python des Add-ins ist fort: {file}. Die virtuelle Umgebung wurde gelöscht oder "
        "verschoben.",
    ),
    "doctor-interpreter-gone-remedy": Message(
        "Install xlscore anew where it can stay, and run xlscore excel install from there.",
        "Bitte xlscore neu installieren, wo es bleiben kann, und von dort xlscore excel install "
        "ausführen.",
    ),
    "doctor-check-environment": Message(
        "The Python behind the virtual environment is there",
        "Das Python hinter der virtuellen Umgebung ist da",
    ),
    "doctor-environment": Message(
        "The virtual environment was made from a Python that is gone: {folder}.",
        "Die virtuelle Umgebung entstand aus einem Python, das fort ist: {folder}.",
    ),
    "doctor-environment-remedy": Message(
        "Delete the environment, make it anew, install xlscore into it, and run xlscore excel "
        "install.",
        "Bitte die Umgebung löschen, neu anlegen, xlscore hinein installieren und xlscore excel "
        "install ausführen.",
    ),
    "doctor-check-import": Message(
        "Python starts and finds xlscore", "Python startet und findet xlscore"
    ),
    "doctor-import-failed": Message(
        "{file} cannot load xlscore: {why}.", "{file} kann xlscore nicht laden: {why}."
    ),
    "doctor-import-failed-remedy": Message(
        "Install xlscore into that Python, or run xlscore excel install with the Python that has "
        "it.",
        "Bitte xlscore in dieses Python installieren oder xlscore excel install mit dem Python "
        "ausführen, das es hat.",
    ),
    "doctor-check-versions": Message(
        "Add-in and Python have the same versions", "Add-in und Python haben dieselben Versionen"
    ),
    "doctor-versions-differ": Message(
        "The add-in was built from {program} {built}, but {installed} is installed.",
        "Das Add-in wurde aus {program} {built} gebaut, installiert ist aber {installed}.",
    ),
    "doctor-versions-differ-remedy": Message(
        "Run xlscore excel install again; that is needed after every upgrade.",
        "Bitte xlscore excel install erneut ausführen; das braucht jede neue Version.",
    ),
    "doctor-check-xlwings": Message(
        "xlwings is installed beside xlscore", "xlwings ist neben xlscore installiert"
    ),
    "doctor-no-xlwings": Message(
        "{file} has no xlwings, which connects it with Excel.",
        "{file} hat kein xlwings, das es mit Excel verbindet.",
    ),
    "doctor-no-xlwings-remedy": Message(
        "Install it into that Python with pip install xlwings, and run xlscore excel install.",
        "Bitte in dieses Python installieren, mit pip install xlwings, und xlscore excel install "
        "ausführen.",
    ),
    "doctor-check-library": Message(
        "The library of xlwings lies beside Python", "Die Bibliothek von xlwings liegt neben Python"
    ),
    "doctor-library-missing": Message(
        "{file} is in neither of {folders}, where Excel looks for it.",
        "{file} liegt in keinem von {folders}, wo Excel danach sucht.",
    ),
    "doctor-library-missing-remedy": Message(
        "Look for it in the antivirus program's quarantine; else install xlscore into a virtual "
        "environment of its own and run xlscore excel install from there.",
        "Bitte in der Quarantäne des Virenscanners nachsehen; sonst xlscore in eine eigene "
        "virtuelle Umgebung installieren und von dort xlscore excel install ausführen.",
    ),
    "doctor-check-cloud": Message(
        "Add-in and Python are not in a cloud folder",
        "Add-in und Python liegen nicht in einem Cloud-Ordner",
    ),
    "doctor-cloud": Message(
        "{file} is in a folder kept in a cloud, which locks files or has them elsewhere when "
        "Excel wants them.",
        "{file} liegt in einem Cloud-Ordner; der sperrt Dateien oder hat sie anderswo, wenn Excel "
        "sie braucht.",
    ),
    "doctor-cloud-remedy": Message(
        "Install xlscore in a folder that is on this computer only, and run xlscore excel "
        "install. Workbooks may stay in the cloud.",
        "Bitte xlscore in einen Ordner installieren, der nur auf diesem Rechner liegt, und "
        "xlscore excel install ausführen. Arbeitsmappen dürfen in der Cloud bleiben.",
    ),
    "doctor-check-macros": Message(
        "Excel allows the add-in its macros", "Excel erlaubt dem Add-in seine Makros"
    ),
    "doctor-macros-off": Message(
        "Excel is set to run no macros, without asking.",
        "Excel ist so eingestellt, dass es ohne Rückfrage keine Makros ausführt.",
    ),
    "doctor-macros-off-remedy": Message(
        "Excel's options, Trust Center, Macro Settings (on a Mac: Preferences, Security): choose "
        "to disable macros with notification, and allow trusted locations.",
        "Excel-Optionen, Trust Center, Makroeinstellungen (auf dem Mac: Einstellungen, "
        "Sicherheit): Deaktivieren mit Benachrichtigung wählen und vertrauenswürdige Orte "
        "zulassen.",
    ),
    "doctor-macros-policy": Message(
        "The setting {setting} of Excel forbids this add-in.",
        "Die Einstellung {setting} von Excel verbietet dieses Add-in.",
    ),
    "doctor-macros-policy-remedy": Message(
        "Excel's options, Trust Center, Add-ins: clear the boxes. If they are grey, an "
        "administrator has to do it.",
        "Excel-Optionen, Trust Center, Add-Ins: die Häkchen entfernen. Sind sie grau, muss das "
        "die Administration tun.",
    ),
    "doctor-check-disabled": Message(
        "Excel has not disabled the add-in", "Excel hat das Add-in nicht deaktiviert"
    ),
    "doctor-disabled": Message(
        "Excel put the add-in on its list of disabled items, as it does after a crash.",
        "Excel hat das Add-in auf die Liste deaktivierter Elemente gesetzt, wie nach einem "
        "Absturz.",
    ),
    "doctor-disabled-remedy": Message(
        "Excel's options, Add-ins, Manage: Disabled Items, Go: enable it.",
        "Excel-Optionen, Add-Ins, Verwalten: Deaktivierte Elemente, Los: aktivieren.",
    ),
    "doctor-check-defender": Message(
        "Windows lets Excel start programs", "Windows lässt Excel Programme starten"
    ),
    "doctor-defender": Message(
        "Attack surface reduction rules of Windows Defender stop Excel from starting Python: "
        "{rules}.",
        "Regeln zur Verringerung der Angriffsfläche in Windows Defender hindern Excel daran, "
        "Python zu starten: {rules}.",
    ),
    "doctor-defender-remedy": Message(
        "Ask the administrator for an exclusion. Until then score the workbook with xlscore score.",
        "Bitte bei der Administration eine Ausnahme erbitten. Bis dahin die Mappe mit xlscore "
        "score werten.",
    ),
    "doctor-check-sandbox": Message(
        "The add-in can leave Excel's sandbox", "Das Add-in kommt aus Excels Sandbox heraus"
    ),
    "doctor-sandbox-container": Message(
        "The folder {folder}, the only one that Excel reads settings from, does not exist.",
        "Den Ordner {folder}, den einzigen, aus dem Excel Einstellungen liest, gibt es nicht.",
    ),
    "doctor-sandbox-container-remedy": Message(
        "Start Excel once, close it, and run xlscore excel install again.",
        "Bitte Excel einmal starten, schließen und xlscore excel install erneut ausführen.",
    ),
    "doctor-sandbox-script": Message(
        "{file} is missing; macOS lets Excel start programs through this script only.",
        "{file} fehlt; macOS lässt Excel Programme nur über dieses Skript starten.",
    ),
    "doctor-sandbox-script-remedy": Message(
        "Run xlscore excel install again.", "Bitte xlscore excel install erneut ausführen."
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
    "findings-more": Message(
        "And {count} more: recalculate, then see the sheet {sheet}.",
        "Und {count} weitere: neu berechnen, dann auf dem Blatt {sheet} nachsehen.",
    ),
    "workbook-unsaved": Message(
        "The workbook has never been saved; save it to keep them.",
        "Die Mappe wurde noch nie gespeichert; erst dann bleibt die Wertung erhalten.",
    ),
    "live-inserted": Message(
        "Live standings stand on the sheet {sheet}; Excel recalculates them with every result.",
        "Die laufende Wertung steht auf dem Blatt {sheet}; Excel berechnet sie mit jedem Ergebnis "
        "neu.",
    ),
    "live-entered": Message(
        "Formulas entered anew because Excel did not find their add-in: {count}.",
        "Formeln, deren Add-in Excel nicht fand, neu eingetragen: {count}.",
    ),
    "live-there": Message(
        "Live standings are there already: {where}. Nothing was changed.",
        "Eine laufende Wertung gibt es schon: {where}. Es wurde nichts geändert.",
    ),
    "draw-which": Message(
        "Yes: draw the next round by lot. No: spread the players, so that few of them meet again.",
        "Ja: die nächste Runde auslosen. Nein: die Personen so verteilen, dass sich wenige wieder "
        "begegnen.",
    ),
    "new-workbook-which": Message(
        "Yes: a workbook for a Catan tournament. No: one for a league of several games.",
        "Ja: eine Mappe für ein Catan-Turnier. Nein: eine für eine Liga mit mehreren Spielen.",
    ),
    "new-workbook-opened": Message(
        "The fresh workbook is open. Check the rule set on its sheet Tournament, then save it.",
        "Die neue Mappe ist offen. Bitte auf dem Blatt Turnier das Regelwerk prüfen, dann "
        "speichern.",
    ),
    "new-workbook-saved": Message(
        "The fresh workbook is {file}. Check the rule set on its sheet Tournament.",
        "Die neue Mappe ist {file}. Bitte auf dem Blatt Turnier das Regelwerk prüfen.",
    ),
    "selftest-look": Message(
        "Look yourself: the ribbon has a tab Catan; its buttons have words and pictures. A message "
        "box will open during the test: close it with OK.",
        "Bitte selbst nachsehen: Das Menüband hat ein Register Catan, dessen Knöpfe Wörter und "
        "Bilder haben. Während des Tests öffnet sich eine Meldung: mit OK schließen.",
    ),
    "selftest-open": Message(
        "a fresh workbook opens and its sheets are known",
        "eine neue Mappe öffnet sich, ihre Blätter werden erkannt",
    ),
    "selftest-fill": Message("results are typed in", "Ergebnisse werden eingetragen"),
    "selftest-live": Message("Live follows the results", "Live folgt den Ergebnissen"),
    "selftest-button": Message(
        "the button Recalculate writes three sheets",
        "der Knopf Neu berechnen schreibt drei Blätter",
    ),
    "selftest-saved": Message(
        "saved and opened again, all is as before",
        "gespeichert und wieder geöffnet, alles wie zuvor",
    ),
    "selftest-pass": Message("pass: {step}{why}", "gut: {step}{why}"),
    "selftest-fail": Message("FAIL: {step}: {why}", "FALSCH: {step}: {why}"),
    "help-functions": Message(
        "Functions (Windows only): CATAN_STANDINGS, CATAN_GAMES, CATAN_CHECK, CATAN_POINTS, "
        "CATAN_SHARE, CATAN_EXPLAIN. xlscore {version}.",
        "Funktionen (nur unter Windows): CATAN_STANDINGS, CATAN_GAMES, CATAN_CHECK, CATAN_POINTS, "
        "CATAN_SHARE, CATAN_EXPLAIN. xlscore {version}.",
    ),
    "rules-none": Message(
        "The Tournament sheet names no rule set. Known are:",
        "Das Blatt Turnier nennt kein Regelwerk. Bekannt sind:",
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
    "function-points": Message(
        "Tournament points of one table, in the shape of its victory points.",
        "Turnierpunkte eines Tisches, in der Form seiner Siegpunkte.",
    ),
    "function-share": Message(
        "Share of each player at one table, in percent.",
        "Anteil jeder Person an einem Tisch, in Prozent.",
    ),
    "function-explain": Message(
        "How a player's points came about, or what puts one of two players first.",
        "Wie die Punkte einer Person entstanden sind, oder was eine von zweien nach vorne bringt.",
    ),
    "argument-help-vp": Message(
        "The victory points of one table, in one row or one column.",
        "Die Siegpunkte eines Tisches, in einer Zeile oder Spalte.",
    ),
    "argument-help-player": Message(
        "The name of a player.",
        "Der Name einer Person.",
    ),
    "argument-help-other": Message(
        "The name of another player, to learn which of them is ahead and why.",
        "Der Name einer anderen Person, um zu erfahren, wer von beiden vorne liegt und warum.",
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

    language: str | None = None
    """The language to say it in, where the workbook has told it before things went wrong."""

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
    if isinstance(value, Refused):
        return value.text(language)
    if isinstance(value, tuple) and hasattr(value, "de"):  # a name in both languages
        return str(getattr(value, language))
    if isinstance(value, (list, tuple)):
        return ", ".join(shown(item, language) for item in value)
    if isinstance(value, bool):  # as the cell shows it
        return ("FALSCH", "WAHR")[value] if language == "de" else str(value).upper()
    if isinstance(value, datetime):
        return value.strftime("%d.%m.%Y %H:%M" if language == "de" else "%Y-%m-%d %H:%M")
    if isinstance(value, date):
        return value.strftime("%d.%m.%Y") if language == "de" else value.isoformat()
    if isinstance(value, Fraction):
        value = exact(value)
        return value.replace(".", ",") if language == "de" else value
    return legible(str(value))


CONTROLS = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
_CONTROL = re.compile(f"[{CONTROLS}]")


def legible(text: str) -> str:
    """Text on one line and without other controls: what stands in a cell or a damaged file must
    not command a terminal."""
    return text if text.isprintable() else _CONTROL.sub(" ", text)


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


def decimal_text(value: int | Fraction, places: int, language: str = "en") -> str:
    """A number of zero or more with that many decimals, half up."""
    scaled = math.floor(value * 10**places + Fraction(1, 2))
    whole, part = divmod(scaled, 10**places)
    point = "," if language == "de" else "."
    return f"{whole}{point}{part:0{places}d}" if places else str(whole)
