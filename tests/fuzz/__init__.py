"""Random workbooks, typed by careless people or damaged on the way, through the command line."""
