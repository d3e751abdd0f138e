"""What people and machines get to see of a campaign. Listens to events, runs nothing.

Who wants what:

- a listener for the terminal: ``console.console()``;
- the folder with all files of a campaign: ``folder.open_folder()`` and ``folder.ReportFolder``;
- one format: ``record`` (report.json), ``junit`` (junit.xml), ``html`` (report.html), ``markdown``
  (summary.md);
- a saved case: ``casefile``;
- a text, a reading or a difference for people: ``glyphs``, ``show``, ``differences``, ``block``.

This package imports none of them, so that ``--help`` does not pay for rich and Jinja2.
"""
