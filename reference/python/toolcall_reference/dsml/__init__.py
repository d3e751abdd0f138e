"""The dialect `dsml`: the DSML shell and its canonical XML form (SEMANTICS section 1)."""
