import { readJson } from '../config/strict-json.ts'
import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { type AnswerMemory, markOf } from './answer-memory.ts'
import { type Block, LINE_FAULTS, type Line, linesOf } from './lines.ts'

/** Answers one request with one line; an `AppError` is the answer to a request that is wrong. */
export type Answer = (request: unknown) => string

/** What is answered to a block, ready to be written, and whether any of its lines failed. */
export interface Answers {
  /** In memory of their own, which whoever writes them may give away. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly failed: boolean
}

const encoder = new TextEncoder()

/** What answers lines: requests by themselves, and those that came before out of the memory. */
export interface LineAnswerer {
  readonly answer: Answer
  /** Null where the same request may be answered in another way the next time. */
  readonly memory: AnswerMemory | null
}

/** Answers every line of a block with a line; a bad one gets an error, and a blank one nothing. */
export function answerBlock(block: Block, answerer: LineAnswerer): Answers {
  let answers = ''
  let failed = false
  const refuse = (problem: Problem | undefined) => {
    failed = true
    return failure(problem)
  }
  for (const line of linesOf(block)) {
    // `trim` also takes the byte order mark that some editors put before the first line.
    const text = typeof line === 'string' ? line.trim() : line
    if (text !== '') answers += `${answerLine(text, answerer, refuse)}\n`
  }
  return { bytes: encoder.encode(answers), failed }
}

type Refuse = (problem: Problem | undefined) => string

function answerLine(line: Line, { answer, memory }: LineAnswerer, refuse: Refuse): string {
  if (typeof line !== 'string') return refuse(LINE_FAULTS[line.fault])
  const mark = memory === null ? 0 : markOf(line)
  const known = memory?.recall(line, mark)
  if (known !== undefined) return known
  const read = readJson(line)
  if (read.problems) return refuse(read.problems[0])
  try {
    const given = answer(read.value)
    memory?.note(line, mark, given)
    return given
  } catch (error) {
    if (error instanceof AppError) return refuse(error.problems[0])
    throw error
  }
}

function failure(problem: Problem | undefined): string {
  const { code, message, path } = problem ?? { code: 'invalid_value', message: 'The line could not be read.', path: '' }
  return JSON.stringify({ error: { code, message, path } })
}
