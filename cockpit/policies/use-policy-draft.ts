import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { GivenTo } from '../../src/api/operations.ts'
import { AppError } from '../../src/model/errors.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import { type PolicyValue, placeIn, readPolicyText, type TextProblem, withAxis } from './policy-text.ts'

const PAUSE_MS = 400

/** A policy that somebody tries out: its text, what it says, what a job would get, and what is wrong with it. */
export interface PolicyDraft {
  readonly text: string
  readonly said: PolicyValue
  /** The last document that made sense, whole; undefined until it is known. */
  readonly whole: PolicyValue | undefined
  /** The last document that made sense, as it is asked about. */
  readonly policy: PolicyValue
  readonly problems: readonly TextProblem[]
  /** The text is no document at the moment, so that no value of it can be changed by itself. */
  readonly isBroken: boolean
  readonly isChanged: boolean
  readonly write: (text: string) => void
  readonly set: (axis: string, value: unknown) => void
  readonly reset: () => void
}

/** Begins with a preset and changes nothing but itself. */
export function usePolicyDraft(preset: string): PolicyDraft {
  const start = `preset: ${preset}\n`
  const [text, setText] = useState(start)
  const read = useMemo(() => readPolicyText(text), [text])
  const [said, setSaid] = useState<PolicyValue>({ preset })
  if (read.problems === undefined && JSON.stringify(read.value) !== JSON.stringify(said)) setSaid(read.value)
  const asked = useSettled(said)
  const { data, error } = useQuery({
    queryKey: ['policy', JSON.stringify(asked)],
    queryFn: async () => ({
      asked,
      whole: (await api.call('resolve_policy', { policy: asked as GivenTo<'decide'>['policy'] })).policy,
    }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // What is refused has no values, and the form still shows those of before.
  const [good, setGood] = useState(data)
  if (data !== undefined && data !== good) setGood(data)
  return {
    text,
    said,
    whole: good?.whole as PolicyValue | undefined,
    policy: good?.asked ?? { preset },
    problems: read.problems ?? problemsOf(error, text),
    isBroken: read.problems !== undefined,
    isChanged: text !== start,
    write: setText,
    set: (axis, value) => setText(withAxis(text, axis, value)),
    reset: () => setText(start),
  }
}

/** What the server finds wrong, at the place in the text. */
function problemsOf(error: Error | null, text: string): readonly TextProblem[] {
  if (error === null) return []
  const problems = error instanceof AppError ? error.problems : []
  if (problems.length === 0) return [{ line: 1, column: 1, message: errorText(error) }]
  return problems.map(({ path, message }) => {
    const at = path.replace(/^\/policy(?=\/|$)/, '')
    const [, axis = ''] = at.split('/')
    return { ...placeIn(text, at), message, axis }
  })
}

/** A value once nobody has changed it for a moment: not every letter is worth a question. */
function useSettled<Of>(value: Of): Of {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
