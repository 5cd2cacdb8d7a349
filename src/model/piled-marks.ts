/**
 * What finds the marks above and below a letter that are more than four: no language needs them, and a pile of them
 * covers what stands around it. It is a part of an expression with the flag `u`.
 */
export const PILED_MARKS = String.raw`\p{Mark}(?<=\p{Mark}{5})`
