"""One game being played by people and machines: `Session`, which terminal and page share."""
