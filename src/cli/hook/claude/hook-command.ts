import { fileURLToPath } from 'node:url'
import { shellWord } from '../../../model/shell-word.ts'

/** How Claude Code names the folder in which it was started. */
export const PROJECT = '"$CLAUDE_PROJECT_DIR"'

/** The program that a project brings with it. */
const PROJECTS_OWN = `${PROJECT}/node_modules/.bin/leeway`

/** This very program, built or as source. */
const MAIN = fileURLToPath(new URL(`../../main${import.meta.url.slice(-3)}`, import.meta.url))

/** Turns whatever ends the command other than with an answer into a no: a program that is not there, a crash, a kill. */
const OR_BLOCK = ' || exit 2'

/** A line for a shell that runs the hook with these arguments, which are words of that shell already. */
export function hookCommand(program: 'own' | 'project', args: readonly string[]): string {
  const called = program === 'project' ? PROJECTS_OWN : `${shellWord(process.execPath)} ${shellWord(MAIN)}`
  return `${called} hook claude ${args.join(' ')}`.trimEnd() + OR_BLOCK
}

/** What a command in the settings is. Only one that is known to be nothing but Leeway may be tried out. */
export interface KnownCommand {
  /** The arguments behind `leeway hook`. */
  readonly args: readonly string[]
  /** Whether a program that is missing or crashes blocks too. */
  readonly blocks: boolean
}

const KNOWN_PROGRAMS = ['leeway', PROJECTS_OWN, `${shellWord(process.execPath)} ${shellWord(MAIN)}`]

/** Reads a command of the settings; undefined where it is something else, or something more. */
export function readCommand(command: string): KnownCommand | undefined {
  const blocks = command.endsWith(OR_BLOCK)
  const line = blocks ? command.slice(0, -OR_BLOCK.length) : command
  const program = KNOWN_PROGRAMS.find((one) => line.startsWith(`${one} hook `))
  if (program === undefined) return undefined
  const words = line
    .slice(`${program} hook `.length)
    .split(' ')
    .filter((word) => word !== '')
  return words.every(isPlain) ? { args: words, blocks } : undefined
}

/** A word in which a shell finds nothing to do. */
function isPlain(word: string): boolean {
  return /^[\w./:@=-]+$/.test(word) || /^'[^'\0\n]*'$/.test(word) || /^"\$CLAUDE_PROJECT_DIR"(\/[\w./-]+)?$/.test(word)
}
