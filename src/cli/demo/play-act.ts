import type { CheckpointView, Desk, openLeeway } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import type { Review } from '../../model/review.ts'
import { whyHeld } from '../../model/why-held.ts'
import type { Io } from '../io.ts'
import { askedText } from '../person/asked-text.ts'
import { drawAnswered } from '../person/draw-answered.ts'
import { isTerminal } from '../person/terminal.ts'
import { jsonLine } from '../text/json-text.ts'
import { type Page, pageOf } from '../text/page.ts'
import { drawTable } from '../text/table.ts'
import type { Act } from './acts.ts'
import { answerAct } from './answer-act.ts'

/** The two sides that meet: the agent's and a person's. */
export interface Stage {
  readonly leeway: Awaited<ReturnType<typeof openLeeway>>
  readonly desk: Desk
  readonly io: Io
}

type Ending = { readonly said: string } | { readonly held: CheckpointView }

/** Plays one act until the agent has its answers; false when the person has seen enough. */
export async function playAct(act: Act, { leeway, desk, io }: Stage): Promise<boolean> {
  const page = pageOf(io)
  const job = await leeway.job({ agent: act.agent, policy: act.policy, title: act.title })
  const ended = act.play(job).then(
    (said) => ({ said }),
    (error: unknown) => ({ said: toldError(error) }),
  )
  const script = act.script.values()
  for (;;) {
    const next: Ending = await Promise.race([ended, nextHold(desk)])
    if ('said' in next) {
      io.stdout.write(`${row('agent', next.said, page)}\n`)
      return true
    }
    io.stdout.write(`${drawHold(next.held, page)}\n`)
    const review = isTerminal(io) ? await answerAct(io, next.held) : script.next().value
    if (review === undefined) return false
    await answer(desk, next.held, { review, io })
  }
}

/** A no of the policy is an end as well. */
function toldError(error: unknown): string {
  if (error instanceof AppError) return `It does not happen: ${error.message}`
  throw error
}

async function nextHold(desk: Desk): Promise<{ readonly held: CheckpointView }> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = desk.watch(resolve)
    try {
      const [first] = (await desk.checkpoints({ limit: 1 })).rows
      if (first !== undefined) return { held: await desk.checkpoint(first.id) }
      await promise
    } finally {
      stop()
    }
  }
}

function drawHold({ checkpoint }: CheckpointView, page: Page): string {
  const lines = [
    row('agent', `asks: ${askedText(checkpoint)}`, page),
    ...(checkpoint.title === '' ? [] : [row('', `in its own words: ${jsonLine(checkpoint.title)}`, page)]),
    row('■ held', whyHeld(checkpoint.decision), page),
  ]
  return lines.join('\n')
}

async function answer(desk: Desk, { checkpoint }: CheckpointView, { review, io }: { review: Review; io: Io }) {
  const page = pageOf(io)
  const { id, content_hash } = checkpoint
  try {
    const answered = await desk.answer({ checkpoint: id, content_hash, review })
    io.stdout.write(`${row('you', `${words(review)}`, page)}\n`)
    const below = { ...page, width: page.width - WIDTH - 2 }
    const came = drawAnswered({ ...answered, checkpoint: id }, review, { page: below, next: '' })
    io.stdout.write(`${came.replaceAll(/^/gm, ' '.repeat(WIDTH + 2))}\n`)
  } catch (error) {
    if (!(error instanceof AppError) || !isTerminal(io)) throw error
    io.stdout.write(`${row('✗', error.message, page)}\n`)
  }
}

function words(review: Review): string {
  if (review.answer === 'edit') return `edit: ${jsonLine(review.args)}`
  if (review.answer === 'respond') return `respond: ${jsonLine(review.value)}`
  return review.reason === undefined ? review.answer : `${review.answer}: ${review.reason}`
}

const WIDTH = 8

function row(name: string, text: string, page: Page): string {
  const label = { text: name.padEnd(WIDTH - 2), format: name === '■ held' ? 'yellow' : 'dim' } as const
  return drawTable({ rows: [[label, { text: harmless(text) }]], indent: 2 }, page)
}
