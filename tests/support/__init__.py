"""What several test modules share: workbooks made by hand, and other programs as witnesses."""
