"""Arrays of texts of one letter (dtype `<U1`), as arrays of the codes that their memory holds."""
