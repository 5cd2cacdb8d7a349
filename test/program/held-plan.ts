import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type PullId, ThreadId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import type { GivenReview } from '../../src/sdk/pull-desk.ts'
import { gitNow } from '../../src/testing/git-now.ts'
import type { House } from '../../src/testing/house.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'

export const ref = (name: string) => ({ name, version: '1' })

/** What git says of the repository of a job. */
export function git(house: Pick<House, 'root'>, ...args: string[]): string {
  const folder = join(house.root, '.leeway', 'repositories')
  const [name = ''] = readdirSync(folder)
  return gitNow([`--git-dir=${join(folder, name)}`, ...args]).toString()
}

export async function held(house: House, work = plan, policy = 'jobs/guided') {
  const leeway = await house.open({ policy, onHold: 'throw' })
  const program = leeway.program(ref('work'), (job) => job.phase(PLAN, work))
  const run = await leeway.start(program, { key: 'a', input: null })
  const [pull] = (await house.desk.pulls.list()).rows
  return { leeway, run, pull }
}

export const draft = (id: string, given: Partial<Draft> = {}): Draft => ({
  ...{ id: ThreadId.parse(id), kind: 'blocking', text: 'Louder.', suggestion: null },
  anchor: {
    path: 'plan.md',
    side: 'new',
    kind: 'lines',
    first: 2,
    last: 2,
    quote: ['two'],
    before: ['one'],
    after: ['three'],
  },
  ...given,
})

/** Reviews what is held. */
export async function review(house: House, id: PullId, said: Pick<GivenReview, 'answer'> & Partial<GivenReview>) {
  const { pull, checkpoint } = await house.desk.pulls.read(id)
  const about = { pull: id, head: pull.head, content_hash: checkpoint?.content_hash ?? '' }
  await house.desk.pulls.submit({ ...about, ...said })
}

/** A comment that holds nothing up by itself. */
export const NIT = { kind: 'nit', text: 'A full stop is missing.' } as const
