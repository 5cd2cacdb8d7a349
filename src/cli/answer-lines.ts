import { once } from 'node:events'
import { readJson } from '../config/strict-json.ts'
import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { EXIT, type ExitCode, type Io } from './io.ts'
import { LINE_FAULTS, type Line, LineCutter } from './lines.ts'

/** Answers every line of stdin with one line on stdout, in order; a bad line gets an error and the next is still answered. */
export async function answerLines(io: Io, answer: (request: unknown) => string): Promise<ExitCode> {
  const cutter = new LineCutter()
  let code: ExitCode = EXIT.fine
  const refuse = (problem: Problem | undefined) => {
    code = EXIT.failed
    return failure(problem)
  }
  const write = async (lines: readonly Line[]) => {
    let answers = ''
    for (const line of lines) {
      // `trim` also takes the byte order mark that some editors put before the first line.
      const text = typeof line === 'string' ? line.trim() : line
      if (text !== '') answers += `${answerLine(text, answer, refuse)}\n`
    }
    // Waiting for the reader keeps memory flat however slow it is.
    if (answers !== '' && !io.stdout.write(answers)) await once(io.stdout, 'drain')
  }
  for await (const chunk of io.stdin) await write(cutter.push(chunk as Buffer))
  await write(cutter.end())
  return code
}

function answerLine(
  line: Line,
  answer: (request: unknown) => string,
  refuse: (problem: Problem | undefined) => string,
): string {
  if (typeof line !== 'string') return refuse(LINE_FAULTS[line.fault])
  const read = readJson(line)
  if (read.problems) return refuse(read.problems[0])
  try {
    return answer(read.value)
  } catch (error) {
    if (error instanceof AppError) return refuse(error.problems[0])
    throw error
  }
}

function failure(problem: Problem | undefined): string {
  const { code, message, path } = problem ?? { code: 'invalid_value', message: 'The line could not be read.', path: '' }
  return JSON.stringify({ error: { code, message, path } })
}
