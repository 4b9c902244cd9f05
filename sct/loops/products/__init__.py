"""Native forms of products of arrays, and of linear algebra."""
