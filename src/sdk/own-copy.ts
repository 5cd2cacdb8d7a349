import { AppError } from '../model/errors.ts'
import { refuseOdd } from '../model/refuse-odd.ts'

/** A copy that its caller can't change any more, as it is written down: what is approved is what runs. */
export function ownCopy<Value>(value: Value): Value {
  if (value === undefined) return value
  refuseOdd(value)
  return JSON.parse(JSON.stringify(value, refuseLost)) as Value
}

/** JSON leaves out or replaces what it has no words for, and then something else would run than was asked. */
function refuseLost(key: string, value: unknown): unknown {
  const lost =
    ['bigint', 'function', 'symbol'].includes(typeof value) || (typeof value === 'number' && !Number.isFinite(value))
  if (!lost) return value
  const what = typeof value === 'number' ? String(value) : `A ${typeof value}`
  throw new AppError('invalid_input', [], { message: `${what} can't be written down as JSON, at ${key}.` })
}
