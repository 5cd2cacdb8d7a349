import { SYSTEM } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { Context } from '../context.ts'
import { BRIEF_MS } from '../forge/hand.ts'
import { joinLanded } from './join-landed.ts'
import { mergePull } from './merge-pull.ts'

/** Of what a process leaves behind that is gone there are few; the rest comes with the next one. */
const MOST = 200

/** Finishes what somebody who is gone had begun in git: a commit that has landed joins its review, a merge is made and recorded. */
export async function settlePulls(context: Context): Promise<void> {
  const query = { table: 'pulls', index: 'unsettled', equals: ['unsettled'], limit: MOST } as const
  for (const { row } of await context.store.find(query)) {
    try {
      if (row.merge === null) await joinLanded(context, row)
      else await mergePull(context, { pull: row.id, by: SYSTEM, patienceMs: BRIEF_MS })
    } catch (error) {
      // A repository that is broken is no reason to leave the others as they are; `leeway doctor` names it.
      if (!(error instanceof AppError)) throw error
    }
  }
}
