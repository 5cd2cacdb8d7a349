import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../src/model/errors.ts'
import type { Leeway } from '../../src/sdk/leeway.ts'
import type { Body } from '../../src/sdk/program/program.ts'
import { act, type Outcome, type Surroundings } from './program.ts'

/** A durable program with every verb, left at each hold and run again from what is recorded, until it is done. */
export async function runErrand(leeway: Leeway, around: Surroundings): Promise<readonly Outcome[]> {
  const deliver = leeway.program({ name: 'deliver', version: '1' }, delivering(around))
  const errand = leeway.program({ name: 'errand', version: '1' }, async (job): Promise<readonly Outcome[]> => {
    await job.step('plan', () => around.note('steps', ['plan']))
    const posted = await job.phase('work', async () => {
      const post = () => job.step('post', ({ key }) => act('post', key, around), { once: true })
      const done = await outcomeOf('post', post)
      await job.gate({ kind: 'phase', phase: 'tactical', number: 1 })
      return done
    })
    const child = await job.child('runner', { program: deliver, input: null })
    if (child.status !== 'completed') throw new Error(`The courier ${child.status}: ${child.reason}`)
    return [posted, child.result]
  })
  for (;;) {
    const run = await leeway.start(errand, { key: 'errand', policy: 'jobs/dependent', input: null })
    if (run.status === 'completed') {
      for (const outcome of run.result) around.tell(outcome)
      return run.result
    }
    if (run.status !== 'held' && run.status !== 'in_doubt') throw new Error(`The errand ${run.status}: ${run.reason}`)
    await sleep(10)
  }
}

function delivering(around: Surroundings): Body<null, Outcome> {
  const call = { tool: 'send', args: { to: 'courier' } }
  return (job) => outcomeOf('courier', () => job.run(call, (_args, { key }) => act('courier', key, around)))
}

/** What a person has settled as not done is a failure that the program lives with. */
async function outcomeOf(key: string, work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { key, status: 'succeeded', value: (await work()) ?? null }
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'step_failed' || code === 'key_spent') return { key, status: 'failed', value: null }
    throw error
  }
}
