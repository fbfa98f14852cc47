"""How people and programs reach Zermelo."""
