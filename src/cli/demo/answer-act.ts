import type { CheckpointView } from '../../compose.ts'
import { readJson } from '../../config/strict-json.ts'
import type { AnswerKind, Review } from '../../model/review.ts'
import type { Io } from '../io.ts'
import { drawCheckpoint } from '../person/draw-checkpoint.ts'
import { askLine, readKey } from '../person/terminal.ts'
import { type Page, pageOf } from '../text/page.ts'

const KEYS: Readonly<Record<string, readonly [AnswerKind, string]>> = {
  a: ['approve', 'approve'],
  r: ['reject', 'reject'],
  e: ['edit', 'edit'],
  p: ['respond', 'respond'],
}

/** Asks a person for one answer, by single keys; undefined when they have seen enough. */
export async function answerAct(io: Io, view: CheckpointView): Promise<Review | undefined> {
  const page = pageOf(io)
  const { answers } = view.checkpoint.terms
  for (;;) {
    io.stdout.write(`\n  ${legend(answers, page)} `)
    const key = (await readKey(io)).toLowerCase()
    io.stdout.write('\n')
    if (['q', '\u0003', '\u0004', '\u001b'].includes(key)) return undefined
    if (key === 'w') io.stdout.write(`\n${drawCheckpoint({ view, work: null }, new Date(), page)}\n`)
    const [answer] = KEYS[key] ?? []
    if (answer === undefined || !answers.includes(answer)) continue
    const review = await reviewOf(answer, io, view)
    if (review !== undefined) return review
    io.stdout.write(`  ${page.paint('yellow', 'That is not JSON of the right form.')}\n`)
  }
}

function legend(answers: readonly AnswerKind[], page: Page): string {
  const offered = Object.entries(KEYS).filter(([, [answer]]) => answers.includes(answer))
  const keys = [...offered.map(([key, [, word]]) => [key, word] as const), ['w', 'show why'], ['q', 'quit']] as const
  return keys.map(([key, word]) => `${page.paint('bold', key)} ${page.paint('dim', word)}`).join('   ')
}

async function reviewOf(answer: AnswerKind, io: Io, { checkpoint }: CheckpointView): Promise<Review | undefined> {
  if (answer === 'approve') return { answer }
  if (answer === 'reject') return { answer, reason: (await askLine(io, '  Why?')).trim() || 'not like this' }
  if (answer === 'respond') {
    const value = jsonOf(await askLine(io, '  Your answer as JSON, such as {"city": "Hamburg"}:'))
    return value === undefined ? undefined : { answer, value: value.is }
  }
  const now = JSON.stringify(checkpoint.content.args ?? {})
  const args = jsonOf(await askLine(io, `  The arguments as JSON, instead of ${now}:\n `))?.is
  return typeof args === 'object' && args !== null && !Array.isArray(args)
    ? { answer: 'edit', args: args as Record<string, unknown> }
    : undefined
}

function jsonOf(text: string): { readonly is: unknown } | undefined {
  const read = readJson(text)
  return read.problems === undefined ? { is: read.value } : undefined
}
