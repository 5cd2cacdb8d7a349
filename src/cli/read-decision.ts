import * as z from 'zod'
import { readJson } from '../config/strict-json.ts'
import { Decision } from '../model/decision.ts'
import { AppError } from '../model/errors.ts'
import type { Gate } from '../model/gate.ts'
import { PROBLEM_CODES, type Problem } from '../model/problem.ts'
import { problemsOf } from '../model/problems-of.ts'
import type { Catalog } from '../policy/catalog.ts'
import type { Policy } from '../policy/policy.ts'
import { decideRequest, type Usual } from './decide-request.ts'
import { LINE_FAULTS, type Line } from './lines.ts'
import { PolicyCache } from './policy-cache.ts'

/** A decision from one line, with the gate and the policy where those were given, or what is wrong with the line. */
export type DecisionRead =
  | { readonly decision: Decision; readonly gate?: Gate; readonly policy?: Policy; readonly problem?: undefined }
  | { readonly decision?: undefined; readonly gate?: undefined; readonly policy?: undefined; readonly problem: Problem }

const Failure = z.object({ error: z.object({ code: z.enum(PROBLEM_CODES), message: z.string(), path: z.string() }) })

/** Reads lines that are decisions, or requests that are decided here, or the errors that were answered instead. */
export function decisionReader(catalog: Catalog, usual?: Usual): (line: Line) => DecisionRead {
  const policies = new PolicyCache(catalog)
  return (line) => {
    if (typeof line !== 'string') return { problem: LINE_FAULTS[line.fault] }
    const read = readJson(line.trim())
    if (read.problems) return { problem: read.problems[0] ?? UNREADABLE }
    const failure = Failure.safeParse(read.value)
    if (failure.success) return { problem: failure.data.error }
    try {
      if (!isRequest(read.value)) return { decision: parse(Decision, read.value) }
      return decideRequest(read.value, policies, usual)
    } catch (error) {
      if (error instanceof AppError) return { problem: error.problems[0] ?? UNREADABLE }
      throw error
    }
  }
}

const UNREADABLE: Problem = { code: 'bad_json', message: 'The line could not be read.', path: '' }

function isRequest(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Object.hasOwn(value, 'verdict')
}

function parse<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', problemsOf(parsed.error, { input }))
}
