/** Whether a text was given and says something: a blank goal is no goal, so it earns no points. */
export function isStated(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}
