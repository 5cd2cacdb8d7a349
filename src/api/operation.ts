import type * as z from 'zod'
import type { ErrorCode } from '../model/errors.ts'

/** Who may call. The last three are people, by their role. */
export const CALLERS = ['agent', 'service', 'viewer', 'reviewer', 'admin'] as const
export type Caller = (typeof CALLERS)[number]

export const PROGRAMS = ['agent', 'service'] as const satisfies readonly Caller[]
export const PEOPLE = ['viewer', 'reviewer', 'admin'] as const satisfies readonly Caller[]
export const DECIDERS = ['reviewer', 'admin'] as const satisfies readonly Caller[]
export const ADMINS = ['admin'] as const satisfies readonly Caller[]
export const EVERYBODY = [...PROGRAMS, ...PEOPLE] as const

/**
 * One thing that can be asked of the server. HTTP routes, the OpenAPI document, the client and the route x role test are made of
 * these and of nothing else.
 */
export interface OperationShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `:name` stands for the key `name` of the input. */
  readonly path: `/v1/${string}`
  readonly summary: string
  /** Nobody else may; `anyone` needs no credential and learns nothing of anybody's work. */
  readonly callers: readonly Caller[] | 'anyone'
  /** What a program is told that asks for what only people do, where `forPeople` has no better word for it. */
  readonly for_people?: string
  /** Keys that are not in the path come from the query of a GET or DELETE, and from the JSON body otherwise. */
  readonly input: z.ZodObject
  readonly output: z.ZodType
  /** What can go wrong besides `COMMON_ERRORS`. */
  readonly errors: readonly ErrorCode[]
  /** What it writes into the log when it changes something. */
  readonly event: string | null
  /** What asking twice does: nothing, the same as once, or something twice unless an `Idempotency-Key` is sent. */
  readonly repeat: 'safe' | 'same' | 'key'
  /** The largest body that is read, where that is not the usual one. */
  readonly most_bytes?: number
  /** A stream of server-sent events, each of the shape of the output. */
  readonly streams?: true
  /** The answer is a file as it is, and no JSON. */
  readonly sends_file?: true
}

/** What a program is told of an operation that is for people, where the error's own words do not say enough. */
export function forPeople({ for_people, repeat, callers }: OperationShape): string | undefined {
  if (for_people !== undefined) return for_people
  if (repeat === 'safe') return FOR_PEOPLE_TO_READ
  const decides = callers !== 'anyone' && callers.includes('reviewer') && !callers.includes('viewer')
  return decides ? 'Only a person may decide.' : undefined
}

const FOR_PEOPLE_TO_READ =
  'This is for people to read. A program reads what is its own by its id (GET /v1/jobs/ID, GET /v1/checkpoints/ID), and hears what happens from GET /v1/events/stream.'

/** Declares an operation, and keeps its exact type. */
export function operation<const Shape extends OperationShape>(shape: Shape): Shape {
  return shape
}

/** What every operation can answer with, whatever it does. */
export const COMMON_ERRORS = [
  'invalid_input',
  'not_signed_in',
  'not_authorised',
  'actor_not_human',
  'wrong_host',
  'wrong_origin',
  'method_not_allowed',
  'body_too_large',
  'not_json',
  'too_many_requests',
  'timed_out',
  'key_reused',
  'literal_secret',
  'version_conflict',
  'store_busy',
  'store_stopped',
  'overloaded',
] as const satisfies readonly ErrorCode[]
