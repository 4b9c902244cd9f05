"""Arrays of text (dtypes `<U1`, `<U5`, …), as arrays of the codes that their memory holds."""
