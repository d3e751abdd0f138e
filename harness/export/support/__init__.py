"""What exported tests share: two functions to be filled in, and what is checked."""
