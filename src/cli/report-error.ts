import { AppError } from '../model/errors.ts'
import { harmless } from '../model/harmless.ts'
import type { Problem } from '../model/problem.ts'
import { EXIT, type ExitCode, type Io } from './io.ts'
import { nextStep } from './next-step.ts'
import { pathError } from './person/at-path.ts'
import { shownPath } from './text/shown-path.ts'
import { spelled } from './text/spelled.ts'
import { tell, tellSpelled } from './text/tell.ts'

/** Tells a person what went wrong, where, and what to do. */
export function reportError(thrown: unknown, command: string, io: Io): ExitCode {
  const error = ofPath(thrown) ?? thrown
  if (error instanceof AppError && error.problems.length > 0) {
    for (const problem of error.problems) tellSpelled(io.stderr, describeProblem(problem, io.folder), io)
    tellNext(error.details['next'], io)
    if (error.code !== 'wrong_call') return EXIT.failed
    tellSpelled(io.stderr, seeHelp(command), io)
    return EXIT.usage
  }
  const message = harmless(error instanceof Error ? error.message : String(error))
  tell(io.stderr, `leeway ${command}: ${spelled(message, io)}`)
  if (error instanceof AppError) tellNext(nextStep(error), io)
  return EXIT.failed
}

function tellNext(next: string | undefined, io: Io): void {
  if (next !== undefined) tellSpelled(io.stderr, harmless(next), io)
}

/** What the system says of some path that no command has named itself. */
function ofPath(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !('path' in error) || typeof error.path !== 'string') return undefined
  return pathError(error, { path: error.path })
}

/** One line for one problem, in the form that editors turn into a link. */
export function describeProblem(problem: Problem, folder: string): string {
  const file = problem.file === undefined ? undefined : shownPath(problem.file, folder)
  const place = [file, problem.line, problem.column].filter((part) => part !== undefined).join(':')
  const at = place === '' ? harmless(problem.path) : place
  const message = harmless(problem.message)
  // What is wrong with a variable says itself of which one it speaks.
  return at === '' || message.startsWith(`${at}: `) ? message : `${at}: ${message}`
}

function seeHelp(command: string): string {
  return `See \`leeway ${command} --help\`.`
}
