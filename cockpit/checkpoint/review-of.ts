import type { GivenTo } from '../../src/api/operations.ts'
import type { GrantBounds } from '../../src/model/review.ts'
import { faultText } from './json-fault.ts'
import type { Draft } from './use-draft.ts'

type Review = GivenTo<'answer_checkpoint'>['review']

/** What a draft becomes when it is sent, or the sentence that says what is still missing. */
export type Ready = { readonly review: Review } | { readonly missing: string }

interface Around {
  readonly grant?: GrantBounds | undefined
  /** The arguments before an edit. */
  readonly args?: Readonly<Record<string, unknown>> | undefined
}

/** Makes an answer of a draft. */
export function reviewOf(draft: Draft, { grant, args: before }: Around): Ready {
  const text = draft.text.trim()
  const reason = text === '' ? {} : { reason: text }
  switch (draft.answer) {
    case 'approve':
      return { review: { answer: 'approve', ...reason, ...(grant && { grant }) } }
    case 'edit': {
      const args = readArgs(draft.args ?? '')
      if (typeof args === 'string') return { missing: args }
      const isSame = JSON.stringify(args) === JSON.stringify(before)
      return isSame ? { missing: 'Nothing is changed yet.' } : { review: { answer: 'edit', args, ...reason } }
    }
    case 'respond': {
      const value = readJson(draft.value ?? '')
      if (value === undefined) return { missing: missingValue(draft.value ?? '') }
      return { review: { answer: 'respond', value: value.is, ...reason } }
    }
    case 'reject':
    case 'request_changes':
    case 'comment':
      return text === '' ? { missing: MISSING[draft.answer] } : { review: { answer: draft.answer, reason: text } }
    default:
      return draft.answer satisfies never
  }
}

const MISSING = {
  reject: 'Say why: the agent is told, and does not ask the same again.',
  request_changes: 'Say what has to change.',
  comment: 'Write the comment first.',
} as const

function missingValue(text: string): string {
  return text.trim() === '' ? 'Fill in the response first.' : faultText(text)
}

/** The arguments of an edit, or what is wrong with them. */
export function readArgs(text: string): Record<string, unknown> | string {
  const read = readJson(text)
  if (read === undefined) return faultText(text)
  if (typeof read.is !== 'object' || read.is === null || Array.isArray(read.is)) return 'Arguments are an object: { … }'
  return read.is as Record<string, unknown>
}

/** Boxed, because null is a value too. */
export function readJson(text: string): { readonly is: unknown } | undefined {
  try {
    return { is: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
