import { countValues } from '../../model/count-values.ts'
import { AppError } from '../../model/errors.ts'
import { pointer } from '../../model/problems-of.ts'

type Fields = Readonly<Record<string, unknown>>

/** Preparing a pattern takes the server time, most of all an expression; nobody may take it from the others. */
const MOST_PATTERNS = 1000
const MOST_EXPRESSIONS = 100
/** Each is read word by word. */
const MOST_ISSUES = 5000
const MOST_VALUES = 100_000

/** Under which an operation takes a policy. */
const POLICIES = ['policy', 'parent', 'child'] as const

/** Counts what is costly before anything is made of it. Throws `invalid_input` where there is too much for one request. */
export function refuseHeavy(input: Fields): void {
  if (countValues(input, MOST_VALUES) > MOST_VALUES) {
    throw heavy([], `A request has at most ${MOST_VALUES} values.`)
  }
  for (const key of POLICIES) refuseHeavyPolicy(key, input[key])
  const gate = fieldOf(input, 'gate')
  if (lengthOf(fieldOf(gate, 'warnings')) + lengthOf(fieldOf(gate, 'errors')) > MOST_ISSUES) {
    throw heavy(['gate'], `A step that is told here has at most ${MOST_ISSUES} issues; the others count in its totals.`)
  }
}

function refuseHeavyPolicy(key: string, policy: unknown): void {
  if (!isContainer(policy)) return
  const handedOn = fieldOf(policy, 'delegable')
  const patterns = [policy, handedOn].flatMap((one) => patternsOf(fieldOf(one, 'rules')))
  const expressions = patterns.filter((pattern) => typeof pattern === 'object')
  if (patterns.length <= MOST_PATTERNS && expressions.length <= MOST_EXPRESSIONS) return
  const most = `at most ${MOST_PATTERNS} patterns, ${MOST_EXPRESSIONS} of them expressions`
  throw heavy([key, 'rules'], `A policy that is sent here has ${most}.`)
}

/** Whatever stands where a rule has its patterns, readable or not. */
function patternsOf(rules: unknown): readonly unknown[] {
  if (!Array.isArray(rules)) return []
  return rules.flatMap((rule: unknown) => {
    const match = fieldOf(rule, 'match')
    const args = fieldOf(match, 'args')
    return [fieldOf(match, 'tool'), ...(isContainer(args) ? Object.values(args) : [])]
  })
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}

function fieldOf(value: unknown, key: string): unknown {
  return isContainer(value) ? value[key] : undefined
}

function isContainer(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function heavy(path: readonly string[], message: string): AppError {
  return new AppError('invalid_input', [{ code: 'invalid_value', message, path: pointer([...path]) }])
}
