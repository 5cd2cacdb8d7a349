import { expect, test } from 'vitest'
import type { JobId } from '../../model/ids.ts'
import { aHouse, type House } from '../../testing/house.ts'
import type { Leeway } from '../leeway.ts'

const DRAFT = { kind: 'checkpoint', type: 'deliverable' } as const
const approve = { answer: 'approve' } as const
const options = { key: 'a', input: null }
const ref = (name: string) => ({ name, version: '1' })

/** A program with two phases at once, each with a question and something to do behind it. */
function lanes(leeway: Leeway, ran: string[] = []) {
  return leeway.program(ref('lanes'), async (job) => {
    const lane = (name: string) =>
      job.phase(name, async () => {
        await job.step('before', () => ran.push(`before ${name}`))
        const { outcome } = await job.gate(DRAFT, { title: name })
        await job.step('after', () => ran.push(`after ${name}`))
        return outcome
      })
    const both = await Promise.all([lane('left'), lane('right')])
    await job.step('last', () => ran.push('last'))
    return both
  })
}

async function answerOne(house: House, title: string, review: Parameters<House['answer']>[1] = approve): Promise<void> {
  const asked = (await house.desk.checkpoints()).rows.find((row) => row.title === title)
  await house.answer(asked?.id ?? title, review)
}

const AGAIN = [
  ['resume', async (leeway: Leeway, job: JobId) => leeway.resume(job)],
  ['resumeAll', async (leeway: Leeway) => (await leeway.resumeAll())[0]],
  ['start', async (leeway: Leeway, _job: JobId, program: ReturnType<typeof lanes>) => leeway.start(program, options)],
] as const

test.each(AGAIN)('an answered phase goes on while the one beside it still waits, by %s', async (_how, again) => {
  const house = await aHouse()
  const leeway = await house.open()
  const ran: string[] = []
  const program = lanes(leeway, ran)
  const { job } = await leeway.start(program, options)
  await answerOne(house, 'right')

  expect(await again(leeway, job, program)).toMatchObject({ status: 'held', holds: [{ title: 'left' }] })
  expect(ran).toEqual(['before left', 'before right', 'after right'])
  await answerOne(house, 'left')
  expect(await again(leeway, job, program)).toMatchObject({ status: 'completed', result: ['approved', 'approved'] })
  expect(ran.slice(3)).toEqual(['after left', 'last'])
  expect(await house.log('checkpoint_opened')).toHaveLength(2)
})

test('a program of which nothing was answered since is not run again', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const { job } = await leeway.start(lanes(leeway), options)
  expect(await leeway.resumeAll()).toEqual([])
  await answerOne(house, 'left')
  expect(await leeway.resumeAll()).toHaveLength(1)
  expect(await leeway.resumeAll()).toEqual([])
  expect(await leeway.resume(job)).toMatchObject({ status: 'held', holds: [{ title: 'right' }] })
  expect(await house.log('job_driven')).toHaveLength(2)
})

test('a no is an answer too', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const ran: string[] = []
  await leeway.start(lanes(leeway, ran), options)
  await answerOne(house, 'left', { answer: 'reject', reason: 'Not this.' })
  await leeway.resumeAll()
  expect(ran.at(-1)).toBe('after left')
})

test('what is left beside a question because of something outside goes on when that is there, and the job says so', async () => {
  const house = await aHouse()
  const secrets: Record<string, string> = {}
  const leeway = await house.open({ secrets: (name: string) => secrets[name] })
  const asked = Promise.withResolvers<void>()
  let sent = 0
  const program = leeway.program(ref('posts'), (job) =>
    Promise.all([
      job.phase('asks', () => job.gate(DRAFT).catch(settling(asked))),
      job.phase('posts', async () => {
        await asked.promise
        await job.run({ tool: 'post', args: { password: { $secret: 'PASSWORD' } } }, () => sent++)
      }),
    ]),
  )
  const { job } = await leeway.start(program, options)
  const waits = (await house.desk.job(job)).job.waits_for
  expect(waits).toContain('PASSWORD')
  secrets['PASSWORD'] = 'opensesame'
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'held' }])
  expect(sent).toBe(1)
  expect((await house.desk.job(job)).job.waits_for).toBeUndefined()
  expect(await leeway.resumeAll()).toEqual([])
})

test('a child goes on beside a question of its parent, and one that was called off is told of', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const write = leeway.program(ref('write'), async (job) => (await job.gate(DRAFT, { title: 'text' })).outcome)
  const ran: unknown[] = []
  const program = leeway.program(ref('report'), (job) =>
    Promise.all([
      job.phase('asks', () => job.gate(DRAFT, { title: 'plan' })),
      ...['ann', 'bob'].map((agent) =>
        job.phase(agent, async () => {
          const { status } = await job.child(agent, { program: write, input: null })
          await job.step('note', () => ran.push([agent, status]))
        }),
      ),
    ]),
  )
  const { job } = await leeway.start(program, options)
  const below = (await house.desk.job(job)).descendants
  const idOf = (name: string) => below.find(({ agent }) => agent === name)?.id as JobId
  expect(await leeway.resumeAll()).toEqual([])

  const asked = (await house.desk.checkpoints()).rows.find((row) => row.job === idOf('ann'))
  await house.answer(asked?.id ?? '', approve)
  await leeway.resumeAll()
  expect(ran).toEqual([['ann', 'completed']])
  await house.desk.cancel(idOf('bob'), 'Not needed.')
  await leeway.resumeAll()
  expect(ran.slice(1)).toEqual([['bob', 'cancelled']])
  expect(await leeway.resumeAll()).toEqual([])
})

test('an answer that came while the phase beside it still ran is gone on with, whatever that one asks', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const [asked, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ran: string[] = []
  const program = leeway.program(ref('late'), (job) =>
    Promise.all([
      job.phase('early', async () => {
        await job.gate(DRAFT, { title: 'early' }).catch(settling(asked))
        await job.step('after', () => ran.push('after early'))
      }),
      job.phase('late', async () => {
        await heard.promise
        await job.gate(DRAFT, { title: 'late' })
      }),
    ]),
  )
  const started = leeway.start(program, options)
  await asked.promise
  await answerOne(house, 'early')
  heard.resolve()
  expect(await started).toMatchObject({ status: 'held', holds: [{ title: 'late' }] })
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'held', holds: [{ title: 'late' }] }])
  expect(ran).toEqual(['after early'])
  expect(await leeway.resumeAll()).toEqual([])
})

test('the same where a child works for the other phase', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const [asked, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ran: string[] = []
  const write = leeway.program(ref('write'), async (job) => (await job.gate(DRAFT, { title: 'text' })).outcome)
  const program = leeway.program(ref('late'), (job) =>
    Promise.all([
      job.phase('early', async () => {
        await job.gate(DRAFT, { title: 'early' }).catch(settling(asked))
        await job.step('after', () => ran.push('after early'))
      }),
      job.phase('late', async () => {
        await heard.promise
        await job.child('ann', { program: write, input: null })
      }),
    ]),
  )
  const started = leeway.start(program, options)
  await asked.promise
  await answerOne(house, 'early')
  heard.resolve()
  await started
  expect(await leeway.resumeAll()).toHaveLength(1)
  expect(ran).toEqual(['after early'])
  expect(await leeway.resumeAll()).toEqual([])
})

test('where one of two phases stops the job, a person lets it go on beside the question of the other', async () => {
  const house = await aHouse()
  const limits = { max_total_errors: 1, on_limit_reached: 'stop' }
  const leeway = await house.open({
    policy: { preset: 'jobs/full', checkpoint_types: ['deliverable'], limits } as never,
  })
  const asked = Promise.withResolvers<void>()
  const ran: string[] = []
  const program = leeway.program(ref('stops'), (job) =>
    Promise.all([
      job.phase('asks', () => job.gate(DRAFT).catch(settling(asked))),
      job.phase('stops', async () => {
        await asked.promise
        await job.gate({ kind: 'step', phase: 'build', status: 'failure', totals: { errors: 5 } })
        await job.step('after', () => ran.push('after'))
      }),
    ]),
  )
  const { job } = await leeway.start(program, options)
  expect((await house.desk.job(job)).job.status).toBe('stopped')
  await house.desk.resume(job, 'Go on.')
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'held' }])
  expect(ran).toEqual(['after'])
})

/** Lets a phase beside this one know that people were asked. */
function settling(asked: PromiseWithResolvers<void>) {
  return (error: unknown): never => {
    asked.resolve()
    throw error
  }
}
