/**
 * The end of a statement that gives a bounded number of rows. A bare `LIMIT ?` has SQLite compile the statement again each time
 * that a number is bound, which costs several times what most of our reads do; behind a sum it does not look.
 */
export const AT_MOST = 'LIMIT ? + 0'
