import * as z from 'zod'
import { readJson } from '../config/strict-json.ts'
import { Decision } from '../model/decision.ts'
import { AppError } from '../model/errors.ts'
import { Gate } from '../model/gate.ts'
import { PROBLEM_CODES, type Problem } from '../model/problem.ts'
import { problemsOf } from '../model/problems-of.ts'
import { strict } from '../model/strict.ts'
import type { Catalog } from '../policy/catalog.ts'
import { decide } from '../policy/decide.ts'
import { type Line, MAX_LINE_BYTES } from './lines.ts'
import { PolicyCache } from './policy-cache.ts'

/** A decision from one line, or what is wrong with the line. */
export type DecisionRead =
  | { readonly decision: Decision; readonly problem?: undefined }
  | { readonly decision?: undefined; readonly problem: Problem }

const Request = strict({ policy: z.unknown().optional(), gate: Gate })
const Failure = z.object({ error: z.object({ code: z.enum(PROBLEM_CODES), message: z.string(), path: z.string() }) })

/** Reads lines that are decisions, or requests that are decided here, or the errors that were answered instead. */
export function decisionReader(catalog: Catalog): (line: Line) => DecisionRead {
  const policies = new PolicyCache(catalog)
  return (line) => {
    if (typeof line !== 'string') return { problem: FAULTS[line.fault] }
    const read = readJson(line.trim())
    if (read.problems) return { problem: read.problems[0] ?? UNREADABLE }
    const failure = Failure.safeParse(read.value)
    if (failure.success) return { problem: failure.data.error }
    try {
      return { decision: isRequest(read.value) ? decided(read.value, policies) : parse(Decision, read.value) }
    } catch (error) {
      if (error instanceof AppError) return { problem: error.problems[0] ?? UNREADABLE }
      throw error
    }
  }
}

const UNREADABLE: Problem = { code: 'bad_json', message: 'The line could not be read.', path: '' }
const FAULTS: Readonly<Record<'too_large' | 'bad_encoding', Problem>> = {
  too_large: { code: 'too_large', message: `The line is longer than ${MAX_LINE_BYTES} bytes.`, path: '' },
  bad_encoding: { code: 'bad_encoding', message: 'The line is not valid UTF-8.', path: '' },
}

function isRequest(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Object.hasOwn(value, 'verdict')
}

function decided(value: unknown, policies: PolicyCache): Decision {
  const { policy = 'standard', gate } = parse(Request, value)
  return decide(policies.compiled(policy, '/policy'), gate)
}

function parse<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', problemsOf(parsed.error, { input }))
}
