import { readFileSync, writeFileSync } from 'node:fs'
import { keyOf, OURS, type Row } from './result.ts'

const FILE = new URL('./floor.json', import.meta.url)

/** By workload, the share of the floor that we reached when it was last written down. */
type WrittenFloor = Readonly<Record<string, number>>

/** Writes down what we reached, and leaves what this run did not measure. */
export function writeFloor(rows: readonly Row[]): void {
  const reached = ours(rows).map((row) => [keyOf(row), Number(row.ofFloor.toPrecision(3))])
  const written = { ...readFloor(), ...Object.fromEntries(reached) }
  writeFileSync(FILE, `${JSON.stringify(written, null, 2)}\n`)
}

/** One sentence for every workload on which we lost more than half of what was written down. */
export function lossesIn(rows: readonly Row[]): readonly string[] {
  const written = readFloor()
  return ours(rows).flatMap((row) => {
    const before = written[keyOf(row)]
    if (before === undefined) return [`${keyOf(row)} has no floor yet; write it with: npm run bench -- --write-floor`]
    if (row.ofFloor >= before / 2) return []
    return [`${keyOf(row)} fell from ${percent(before)} of the floor to ${percent(row.ofFloor)}, less than half.`]
  })
}

function ours(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => row.contender === OURS)
}

function readFloor(): WrittenFloor {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

function percent(share: number): string {
  return `${(share * 100).toPrecision(3)} %`
}
