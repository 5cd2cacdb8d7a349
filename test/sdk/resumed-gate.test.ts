import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLeeway as connect } from '../../src/client/index.ts'
import { openDesk, openLeeway } from '../../src/compose.ts'
import { backUp, restore } from '../../src/look-after.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

const POLICY = { preset: 'jobs/full', limits: { max_total_errors: 1, on_limit_reached: 'stop' } } as const

const failed = (errors = 5) => ({ kind: 'step', phase: 'build', status: 'failure', totals: { errors } }) as const

type Job = Awaited<ReturnType<Awaited<ReturnType<House['open']>>['job']>>

const outcomeOf = async (job: Pick<Job, 'gate'>, { key, errors }: { key?: string; errors?: number } = {}) =>
  (await job.gate(failed(errors), key === undefined ? {} : { key })).outcome

async function onTheFiles() {
  const house = await aHouse()
  return { house, job: await (await house.open({ policy: POLICY as never })).job({ key: 'build' }) }
}

async function behindAServer() {
  const house = await aServedHouse()
  const { url, tokens } = house
  const leeway = await connect({ url, token: tokens.service, agent: 'scout', policy: POLICY as never })
  onTestFinished(() => leeway.close())
  return { house, job: await leeway.job({ key: 'build' }) }
}

const permits = async (house: House) => (await house.log('gate_decided')).map(({ data }) => data.permit)

test.for([
  ['on the files', onTheFiles],
  ['behind a server', behindAServer],
] as const)('%s: whoever resumes a job lets the gate pass that stopped it, once', async ([, begin]) => {
  const { house, job } = await begin()
  expect(await outcomeOf(job)).toBe('stopped')
  await house.desk.resume(job.id, 'The errors are known.')
  expect(await job.gate(failed())).toMatchObject({ outcome: 'allowed', go: true, decision: { verdict: 'stop' } })
  expect(await permits(house)).toEqual([null, { by: 'resume', person: 'ada' }])
  // The same once more is another failure.
  expect(await outcomeOf(job)).toBe('stopped')
  expect((await job.read()).status).toBe('stopped')
})

test.for([
  ['on the files', onTheFiles],
  ['behind a server', behindAServer],
] as const)('%s: whoever did not hear that it passed asks again under the same key', async ([, begin]) => {
  const { house, job } = await begin()
  const key = 'step-1'
  expect(await outcomeOf(job, { key })).toBe('stopped')
  await house.desk.resume(job.id, 'The errors are known.')
  expect(await outcomeOf(job, { key })).toBe('allowed')
  expect(await outcomeOf(job, { key })).toBe('allowed')
  expect(await outcomeOf(job, { key: 'step-2' })).toBe('stopped')
})

test('nothing else passes because a person resumed the job', async () => {
  const { house, job } = await onTheFiles()
  expect(await outcomeOf(job, { key: 'step-1' })).toBe('stopped')
  await house.desk.resume(job.id, 'Five are known.')
  expect(await outcomeOf(job, { key: 'step-1', errors: 6 })).toBe('stopped')
  await house.desk.resume(job.id, 'Six as well.')
  // Both were resumed from, in whichever order they are asked about again.
  expect(await outcomeOf(job, { key: 'step-1' })).toBe('allowed')
  expect(await outcomeOf(job, { key: 'step-2', errors: 6 })).toBe('allowed')
  expect((await house.desk.job(job.id)).job).not.toHaveProperty('resumed_at')
})

test('one that asks again under its key leaves to others what lets them pass', async () => {
  const { house, job } = await onTheFiles()
  const stopAndResume = async (key: string) => {
    expect(await outcomeOf(job, { key })).toBe('stopped')
    await house.desk.resume(job.id, 'Known.')
  }
  await stopAndResume('one')
  expect(await outcomeOf(job, { key: 'one' })).toBe('allowed')
  await stopAndResume('two')
  expect(await outcomeOf(job, { key: 'one' })).toBe('allowed')
  expect(await outcomeOf(job, { key: 'two' })).toBe('allowed')
})

test('after a restore nobody knows whether it was passed, so that a person is needed again', async () => {
  const { house, job } = await onTheFiles()
  expect(await outcomeOf(job, { key: 'step-0', errors: 4 })).toBe('stopped')
  await house.desk.resume(job.id, 'Known.')
  expect(await outcomeOf(job, { key: 'step-0', errors: 4 })).toBe('allowed')
  expect(await outcomeOf(job)).toBe('stopped')
  await house.desk.resume(job.id, 'Known.')
  const file = join(house.root, 'backup.db')
  await backUp({ root: house.root, file })
  expect(await outcomeOf(job)).toBe('allowed')

  const root = aFolder()
  await restore({ root, file })
  const after = await openLeeway({ root, agent: 'scout', policy: POLICY as never })
  onTestFinished(() => after.close())
  const desk = await openDesk({ root, credentials: async () => house.token })
  onTestFinished(() => desk.close())
  await desk.resume(job.id, 'Go on.')
  const same = await after.job({ key: 'build' })
  expect(same.id).toBe(job.id)
  expect(await outcomeOf(same)).toBe('stopped')
  await desk.resume(job.id, 'Known still.')
  expect(await outcomeOf(same)).toBe('allowed')
})

test('an agent is stopped at the same gate until a person has resumed the job', async () => {
  const { job } = await onTheFiles()
  expect(await outcomeOf(job, { key: 'step-1' })).toBe('stopped')
  expect(await codeOf(outcomeOf(job, { key: 'step-1' }))).toBe('job_stopped')
})
