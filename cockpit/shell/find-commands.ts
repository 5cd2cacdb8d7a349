/** Something that the palette finds and does. */
export interface Command {
  readonly label: string
  readonly hint?: string
  readonly keys?: string
  /** It halts others, or lets them go on: nobody comes to it by pressing Enter too soon. */
  readonly isGrave?: boolean
  readonly run: () => void
}

const MOST = 40

/** What fits what was typed. What is grave stands behind everything else. */
export function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const found = commands.filter((command) => fits(command, text))
  const [grave, plain] = [found.filter(({ isGrave }) => isGrave), found.filter(({ isGrave }) => !isGrave)]
  return [...plain.slice(0, MOST), ...grave.slice(0, MOST)]
}

/** Which of these is chosen before anybody has chosen: the first, or none where that is grave. */
export function firstChosen([first]: readonly Command[]): number {
  return first === undefined || first.isGrave ? -1 : 0
}

/** Every word has to be there, in any order. */
function fits({ label, hint = '' }: Command, text: string): boolean {
  const inside = `${label} ${hint}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => inside.includes(word))
}
