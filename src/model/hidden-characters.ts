/**
 * Parts of expressions with the flag `u`, for everybody who shows a text that somebody else wrote. They go by what Unicode
 * says of a character and not by a list of known tricks; only the blanks that count as letters, marks or symbols there are named.
 */

/** What is not drawn: format controls, what is ignored by default, halves of characters, what is no character, blanks that count as something else. */
export const UNSEEN = String.raw`[\p{Format}\p{Unassigned}\p{Surrogate}\p{Default_Ignorable_Code_Point}\p{Line_Separator}\p{Paragraph_Separator}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]`

/** Blanks that are taken for the ordinary space. */
export const ODD_SPACE = String.raw`(?! )\p{Space_Separator}`

/** All that the eye misses or takes for something else, controls and what stands for another character included. */
export const HIDDEN = String.raw`${UNSEEN}|${ODD_SPACE}|[\p{Control}\p{Private_Use}\ufffc\ufffd]`
