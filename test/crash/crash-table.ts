import type { Report } from './lane.ts'
import { POINTS } from './points.ts'
import { type Strike, wordsFor } from './strike.ts'

/** What the kills at one place led to. */
export interface CrashRow {
  readonly place: string
  /** Kills of a first life, and of one that was recovering. */
  readonly first: number
  readonly second: number
  /** Writes that had been acknowledged, each found once. */
  readonly acknowledged: number
  /** Actions whose outcome nobody knew: put in doubt, or tried again under the same key. */
  readonly inDoubt: number
  readonly triedAgain: number
  readonly violations: number
}

const PLACES = [...POINTS, 'a random moment']

/** One row for every place, in the order in which a life passes them. */
export function toRows(reports: readonly Report[]): readonly CrashRow[] {
  return PLACES.map((place) => {
    const isHere = (strike: Strike | undefined) => strike !== undefined && wordsFor(strike) === place
    const last = reports.filter(({ kills }) => isHere(kills.at(-1)))
    return {
      place,
      first: count(reports, ({ kills }) => (isHere(kills[0]) ? 1 : 0)),
      second: count(reports, ({ kills }) => (isHere(kills[1]) ? 1 : 0)),
      acknowledged: count(last, ({ told }) => told.filter((line) => line.told === 'appended').length),
      inDoubt: count(last, (report) => claimedIn(report, false)),
      triedAgain: count(last, (report) => claimedIn(report, true)),
      violations: count(last, ({ violations }) => violations.length),
    }
  })
}

/** The rows for people, with their sum. */
export function toTable(rows: readonly CrashRow[]): string {
  const sum = (of: (row: CrashRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const lines = [
    ['ended at', 'first life', 'second life', 'acknowledged', 'in doubt', 'tried again', 'violations'],
    ...rows.map((row) => [
      row.place,
      ...[row.first, row.second, row.acknowledged, row.inDoubt, row.triedAgain, row.violations].map(String),
    ]),
    [
      'all',
      ...[
        sum((row) => row.first),
        sum((row) => row.second),
        sum((row) => row.acknowledged),
        sum((row) => row.inDoubt),
        sum((row) => row.triedAgain),
        sum((row) => row.violations),
      ].map((total) => total.toLocaleString('en')),
    ],
  ]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  const drawn = lines.map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))),
  )
  return drawn.map((line) => line.join('  ')).join('\n')
}

function count(reports: readonly Report[], of: (report: Report) => number): number {
  return reports.reduce((total, report) => total + of(report), 0)
}

function claimedIn({ left }: Report, idempotent: boolean): number {
  return (
    left?.attempts.filter((attempt) => attempt.status === 'claimed' && attempt.idempotent === idempotent).length ?? 0
  )
}
