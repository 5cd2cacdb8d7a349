/** So many are answered at once at most: nobody has looked at more, and a slip reaches no further. */
export const MOST_AT_ONCE = 50
