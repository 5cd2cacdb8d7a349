import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { EXIT, type ExitCode, type Io } from './io.ts'

/** Tells a person what went wrong, where, and what to do. */
export function reportError(error: unknown, command: string, io: Io): ExitCode {
  if (error instanceof AppError && error.problems.length > 0) {
    for (const problem of error.problems) io.stderr.write(`${describeProblem(problem)}\n`)
    return error.code === 'wrong_call' ? EXIT.usage : EXIT.failed
  }
  if (isWrongCall(error)) {
    io.stderr.write(`leeway ${command}: ${error.message}\nSee \`leeway ${command} --help\`.\n`)
    return EXIT.usage
  }
  io.stderr.write(`leeway ${command}: ${error instanceof Error ? error.message : String(error)}\n`)
  return EXIT.failed
}

/** One line for one problem, in the form that editors turn into a link. */
export function describeProblem(problem: Problem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':')
  const at = place === '' && problem.path !== '' ? problem.path : place
  return at === '' ? problem.message : `${at}: ${problem.message}`
}

/** `parseArgs` refuses what it does not know with codes of this form. */
function isWrongCall(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
