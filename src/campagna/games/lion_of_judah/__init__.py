"""Lion of Judah: the wars for Ethiopia of 1935-36 and 1940-41, and the campaign that links them."""
