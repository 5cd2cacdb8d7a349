/** What is needed of a process. */
type Ending = Pick<NodeJS.Process, 'argv' | 'exit' | 'on' | 'stderr'> & { exitCode?: NodeJS.Process['exitCode'] }

const BLOCKED = 2

/** From here on the process ends in the code that blocks, unless it comes to an answer. */
export function failClosed(ending: Ending): void {
  ending.exitCode = BLOCKED
  const block = (error: unknown) => {
    ending.stderr.write(`leeway hook: ${error instanceof Error ? error.message : String(error)}\n`)
    ending.exit(BLOCKED)
  }
  ending.on('uncaughtException', block)
  ending.on('unhandledRejection', block)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    ending.on(signal, () => block(`It was ended by ${signal} before there was an answer.`))
  }
}
