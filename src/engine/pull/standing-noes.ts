import { PersonId } from '../../model/ids.ts'
import type { ChangedFile, Pull, ReturnedPart } from '../../model/pull.ts'
import type { KeptVerdict, Marks } from '../../model/review-thread.ts'
import { RoundIndex } from '../../review/round-index.ts'
import { RoundsCompared, type StandingPart } from '../../review/where-stands.ts'
import type { Reader } from '../reader.ts'
import { ownerOf, roundAt } from '../tables.ts'
import type { TakenBack } from './pull-events.ts'

/** What people have rejected of a pull request and not taken back, with the rounds that they said it of. */
export interface Noes {
  readonly said: readonly { readonly by: PersonId; readonly marks: Marks }[]
  readonly rounds: ReadonlyMap<number, RoundIndex>
}

/** A no, and a place where what it is about stands as it was. */
export interface StandingNo {
  readonly by: PersonId
  readonly verdict: KeptVerdict
  readonly part: StandingPart
}

export async function loadNoes(read: Pick<Reader, 'entries' | 'get'>, { id }: Pick<Pull, 'id'>): Promise<Noes> {
  const found = await read.entries({ table: 'marks', index: 'by_pull', equals: [id], limit: 1000 })
  const said = found
    .filter(({ row }) => row.verdicts.some(isNo))
    .map(({ id: at, row }) => ({ by: PersonId.parse(ownerOf(id, at)), marks: row }))
  const rounds = new Map<number, RoundIndex>()
  for (const { round } of said.flatMap(({ marks }) => marks.verdicts.filter(isNo))) {
    if (rounds.has(round)) continue
    rounds.set(round, new RoundIndex((await read.get('rounds', roundAt(id, round)))?.files ?? []))
  }
  return { said, rounds }
}

/** Every place in some files where what was rejected stands as it was, but for those that its author has accepted. */
export function standingIn(files: readonly ChangedFile[], { said, rounds }: Noes): readonly StandingNo[] {
  if (said.length === 0) return []
  const now = new RoundIndex(files)
  return said.flatMap(({ by, marks }) => {
    const accepted = new Set(marks.verdicts.filter((one) => !isNo(one)).map(keyOfJudged))
    const isAccepted = (part: StandingPart) => accepted.has(keyOf(part))
    const compared = new Map([...rounds].map(([number, then]) => [number, new RoundsCompared(then, now, isAccepted)]))
    return marks.verdicts.filter(isNo).flatMap((verdict) => {
      const parts = compared.get(verdict.round)?.whereStands(verdict) ?? []
      return parts.map((part) => ({ by, verdict, part }))
    })
  })
}

/** The same as a round keeps it, each once. */
export function returnedParts(standing: readonly StandingNo[]): readonly ReturnedPart[] {
  const parts = standing.map(({ verdict, part: { path, hash } }) => ({ path, hash, judged: judgedPart(verdict) }))
  return [...new Map(parts.map((part) => [`${keyOf(part)}\n${keyOf(part.judged)}`, part])).values()]
}

/** A part as it was judged. */
export function judgedPart({ path, file, hunk }: Pick<KeptVerdict, 'path' | 'file' | 'hunk'>): ReturnedPart['judged'] {
  return { path, hash: hunk ?? file }
}

/** The same as its author takes it back. A whole file may have been rejected in more than one state. */
export function asTakenBack({ path, file, hunk }: Pick<KeptVerdict, 'path' | 'file' | 'hunk'>): TakenBack {
  return { path, hunk, ...(hunk === null && { file }) }
}

/** Tells one part from every other. */
export function keyOf({ path, hash }: ReturnedPart['judged']): string {
  return `${hash}\n${path}`
}

function keyOfJudged(verdict: KeptVerdict): string {
  return keyOf(judgedPart(verdict))
}

function isNo({ verdict }: KeptVerdict): boolean {
  return verdict === 'rejected'
}
