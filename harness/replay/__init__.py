"""What was found is run again: on the targets it was found on, on others, on two versions of one."""
