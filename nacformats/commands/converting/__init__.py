"""The commands that write a file as another one: `nacformats convert` and `nacformats repair`."""
