"""What chunkings reached: the structure of texts, the cells that a cut can fall into, and which did."""
