import * as z from 'zod'
import { PopSignals, PushSignals, type Side } from '../model/signals.ts'
import { strict } from '../model/strict.ts'
import type { AnyHeuristic } from './heuristic.ts'
import { keywords } from './keywords.ts'
import { type Band, pointsOver } from './points-over.ts'

const Name = z.string().regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'is not a snake_case name')

/** A heuristic that a user writes down as a points table, without code. */
export const HeuristicFile = z.discriminatedUnion('for', [
  fileFor('push', PushSignals.keyof()),
  fileFor('pop', PopSignals.keyof()),
])
export type HeuristicFile = z.infer<typeof HeuristicFile>

/** Turns a written points table into a heuristic that works like the built-in ones. */
export function fromFile(file: HeuristicFile): AnyHeuristic {
  const { name, about } = file
  if (file.for === 'push') return { name, about, side: 'push', score: (signals) => total(file.points, signals) }
  return { name, about, side: 'pop', score: (signals) => total(file.points, signals) }
}

type SignalValue = number | string | readonly string[] | undefined

interface Row {
  readonly signal: string
  readonly over: number
  readonly add: number
}

function fileFor<On extends Side, Signal extends z.ZodEnum>(side: On, signal: Signal) {
  const row = strict({ signal, over: z.number(), add: z.number().min(0).max(100) })
  return strict({
    name: Name,
    for: z.literal(side),
    about: z.string().regex(/\S/, 'is blank'),
    points: z.array(row).min(1).readonly(),
  })
}

/** Of the rows of one signal only the best counts, as in a table; what different signals earn adds up. */
function total(rows: readonly Row[], signals: Readonly<Record<string, SignalValue>>): number {
  const tables = Map.groupBy(rows, (row) => row.signal)
  const earned = [...tables].map(([signal, table]) => pointsOver(sizeOf(signals[signal]), table.map(toBand)))
  return earned.reduce((sum, points) => sum + points, 0)
}

function toBand({ over, add }: Row): Band {
  return [over, add]
}

/** An absent signal is over no bound, not even a negative one. */
function sizeOf(value: SignalValue): number {
  if (value === undefined) return -Infinity
  if (typeof value === 'number') return value
  return typeof value === 'string' ? keywords(value).size : value.length
}
