import { GROUPS } from './command-list.ts'
import { COMMANDS } from './commands.ts'
import { type Command, EXIT, type ExitCode, type Io } from './io.ts'

/** Runs one command line; every failure ends in a sentence on stderr and a code, never in a stack trace. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...args] = argv
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return help(args[0], io)
  if (name === '--version' || name === '-v') return version(io)
  const load = COMMANDS.get(name)
  if (load === undefined) return unknownCommand(name, io)

  const { command } = await load()
  if (args.includes('--help') || args.includes('-h')) {
    return tellHelp(command, io)
  }
  try {
    return await command.run(args, io)
  } catch (error) {
    const { reportError } = await import('./report-error.ts')
    return reportError(error, name, io)
  }
}

async function help(name: string | undefined, io: Io): Promise<ExitCode> {
  if (name === undefined || name === '--help' || name === '-h') {
    const { tell } = await import('./text/tell.ts')
    tell(io.stdout, `${overview()}${await typedAs(io)}`.trimEnd())
    return EXIT.fine
  }
  const load = COMMANDS.get(name)
  if (load === undefined) return unknownCommand(name, io)
  return tellHelp((await load()).command, io)
}

async function tellHelp(command: Command, io: Io): Promise<ExitCode> {
  const { fitHelp } = await import('./text/fit-help.ts')
  const { columns = 0, isTTY } = io.stdout
  // In a pipe it stays as it was written.
  const width = isTTY === true && columns > 0 ? columns : Number.POSITIVE_INFINITY
  io.stdout.write(`${fitHelp(command.help, width)}\n${await typedAs(io)}`)
  return EXIT.fine
}

/** Help is written once, with one name for the command; elsewhere than where that is its name it says so. */
async function typedAs({ environment }: Io): Promise<string> {
  const { calledAs } = await import('../config/called-as.ts')
  const own = calledAs(environment)
  return own === 'leeway' ? '' : `\nHere, type \`${own}\` where it says \`leeway\`.\n`
}

async function version(io: Io): Promise<ExitCode> {
  const { readFile } = await import('node:fs/promises')
  // As far above the source as above what is built from it.
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  io.stdout.write(`${(JSON.parse(text) as { readonly version: string }).version}\n`)
  return EXIT.fine
}

function overview(): string {
  const width = Math.max(...[...COMMANDS.keys()].map((name) => name.length))
  const groups = GROUPS.map(({ title, commands }) => {
    const rows = Object.entries(commands).map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`)
    return `${title}\n${rows.join('\n')}`
  })
  return `Leeway decides how much freedom an AI agent gets, holds it where a person must look, and says why.

leeway COMMAND …

${groups.join('\n\n')}

\`leeway COMMAND --help\` tells how to call a command, \`leeway --version\` which version this is.
`
}

async function unknownCommand(name: string, io: Io): Promise<ExitCode> {
  const { didYouMean } = await import('../model/nearest.ts')
  const { quote } = await import('../model/quote.ts')
  const { calledAs } = await import('../config/called-as.ts')
  io.stderr.write(`leeway: there is no command ${quote(name)}.${didYouMean(name, [...COMMANDS.keys()])}\n`)
  io.stderr.write(`See \`${calledAs(io.environment)} --help\`.\n`)
  return EXIT.usage
}
