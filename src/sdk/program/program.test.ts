import { expect, test } from 'vitest'
import { AppError } from '../../model/errors.ts'
import { aHouse } from '../../testing/house.ts'
import { HOUSE_POLICY } from '../../testing/house-policy.ts'
import type { ProgramJob } from './program.ts'

const DRAFT = { kind: 'checkpoint', type: 'deliverable' } as const
const approve = { answer: 'approve' } as const

test('a program that nobody holds gives its result, and its job is completed', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const double = leeway.program({ name: 'double', version: '1' }, async (job, input: number) => {
    const twice = await job.step('double', () => input * 2)
    return { twice, at: new Date(0) }
  })
  const run = await leeway.start(double, { key: 'a', input: 21 })
  expect(run).toMatchObject({ status: 'completed', result: { twice: 42, at: '1970-01-01T00:00:00.000Z' }, drift: null })
  expect(await leeway.start(double, { key: 'a', input: 21 })).toMatchObject({ status: 'completed', job: run.job })
})

test('a key that belongs to a job of another program is refused, however far that job has come', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const one = leeway.program({ name: 'one', version: '1' }, async () => 'of one')
  const stuck = leeway.program({ name: 'stuck', version: '1' }, async (job) => (await job.gate(DRAFT)).outcome)
  const broken = leeway.program({ name: 'broken', version: '1' }, async () => {
    throw new Error('It broke.')
  })
  let ran = 0
  const other = leeway.program({ name: 'other', version: '1' }, async () => {
    ran += 1
  })
  await leeway.job({ key: 'none' })
  for (const [key, program] of [
    ['done', one],
    ['held', stuck],
    ['failed', broken],
  ] as const)
    await leeway.start<null, unknown>(program, { key, input: null })
  for (const key of ['done', 'held', 'failed', 'none']) {
    const message = expect.stringMatching(/began with (no program|the program \w+), not with other\./)
    const started = leeway.start(other, { key, input: null })
    await expect(started).rejects.toMatchObject({ code: 'program_changed', message })
  }
  expect(ran).toBe(0)
})

test('what a program is given it may change, when it runs first and when it runs again', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const sort = leeway.program({ name: 'sort', version: '1' }, async (job, input: { readonly tags: string[] }) => {
    input.tags.push('seen')
    const once = await job.step('list', () => ({ items: [3, 1] }), { once: true })
    once.items.sort()
    const ran = await job.run({ tool: 'look', args: {} }, () => ({ rows: [2, 1] }))
    ran.rows.sort()
    const passage = await job.gate({ kind: 'tool', tool: 'send', args: { to: ['bob'] } })
    const args = passage.go ? (passage.args as { to: string[] }) : { to: [] }
    args.to.push('carol')
    return [...input.tags, ...once.items, ...ran.rows, ...args.to]
  })
  expect(await leeway.start(sort, { key: 'may', input: { tags: ['a'] } })).toMatchObject({ status: 'held' })
  await house.answerAll(approve)
  const [run] = await leeway.resumeAll()
  expect(run).toMatchObject({ status: 'completed', result: ['a', 'seen', 1, 3, 1, 2, 'bob', 'carol'] })
  if (run?.status === 'completed') (run.result as unknown[]).push('mine')
})

test('a held program is left, and goes on from its recorded steps when a person has approved', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const ran: string[] = []
  const report = leeway.program({ name: 'report', version: '1' }, async (job) => {
    const text = await job.step('write', () => {
      ran.push('write')
      return 'text'
    })
    const passage = await job.gate(DRAFT, { around: { deliverable: text }, title: 'The report' })
    await job.step('publish', () => {
      ran.push('publish')
    })
    return passage.outcome
  })
  const held = await leeway.start(report, { key: 'may', input: null })
  expect(held).toMatchObject({ status: 'held', holds: [{ job: held.job, path: [], title: 'The report' }] })
  expect(await leeway.resume(held.job)).toMatchObject({ status: 'held' })
  expect(await leeway.resumeAll()).toEqual([])

  await house.answerAll(approve)
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'completed', result: 'approved', job: held.job }])
  expect(ran).toEqual(['write', 'publish'])
  expect(await leeway.resumeAll()).toEqual([])
})

test('a program that swallows the hold is stopped at its next call all the same', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  let published = 0
  const stubborn = async (job: ProgramJob) => {
    await job.gate(DRAFT).catch(() => 'never mind')
    await job
      .step('publish', () => {
        published++
      })
      .catch(() => 'never mind')
    return 'done'
  }
  const program = leeway.program({ name: 'stubborn', version: '1' }, stubborn)
  expect(await leeway.start(program, { key: 'a', input: null })).toMatchObject({ status: 'held' })
  expect(published).toBe(0)
  await house.answerAll({ answer: 'reject', reason: 'Not like this.' })
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'completed', result: 'done' }])
  expect(published).toBe(1)
})

test('a failed step is recorded, and fails the same way when it is replayed', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  let tries = 0
  const seen: unknown[] = []
  const program = leeway.program({ name: 'failing', version: '1' }, async (job) => {
    try {
      await job.step('fetch', () => {
        tries++
        throw Object.assign(new RangeError('no such page'), { code: 'E404' })
      })
    } catch (error) {
      seen.push(error instanceof AppError ? [error.code, error.message, error.details] : error)
    }
    await job.gate(DRAFT)
  })
  await leeway.start(program, { key: 'a', input: null })
  await house.answerAll(approve)
  await leeway.resumeAll()
  expect(tries).toBe(1)
  expect(seen).toEqual([0, 1].map(() => ['step_failed', 'no such page', { call: 'fetch#1', code: 'E404' }]))
})

test('what a program throws fails its job, and says why', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const thrown = new Error('out of paper')
  const program = leeway.program({ name: 'throwing', version: '1' }, async () => {
    throw thrown
  })
  const run = await leeway.start(program, { key: 'a', input: null })
  expect(run).toMatchObject({ status: 'failed', reason: 'out of paper', error: thrown })
  expect(await leeway.start(program, { key: 'a', input: null })).toMatchObject({
    status: 'failed',
    reason: 'out of paper',
  })
})

test('calls made side by side are each recorded, and a hold of one does not lose the others', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const ran: string[] = []
  const program = leeway.program({ name: 'wide', version: '1' }, async (job) => {
    const note = (name: string) => () => {
      ran.push(name)
      return name
    }
    const [a, passage, b] = await Promise.all([job.step('a', note('a')), job.gate(DRAFT), job.step('b', note('b'))])
    return [a, passage.go, b]
  })
  expect(await leeway.start(program, { key: 'a', input: null })).toMatchObject({ status: 'held' })
  await house.answerAll(approve)
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'completed', result: ['a', true, 'b'] }])
  expect(ran.sort()).toEqual(['a', 'b'])
})

test('a phase that is held does not keep the one beside it from its own question, and nothing around them goes on', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const ran: string[] = []
  const program = leeway.program({ name: 'lanes', version: '1' }, async (job) => {
    const lane = (name: string, steps: number) => async () => {
      for (let n = 1; n <= steps; n++) await job.step(`${name} ${n}`, () => ran.push(`${name} ${n}`))
      await job.gate(DRAFT).catch(() => ran.push(`${name} swallows`))
      await job.step(`after ${name}`, () => ran.push(`after ${name}`))
    }
    const both = Promise.all([job.phase('short', lane('short', 1)), job.phase('long', lane('long', 4))])
    await both.catch(() => undefined)
    await job.step('after all', () => ran.push('after all'))
  })
  expect(await leeway.start(program, { key: 'a', input: null })).toMatchObject({ status: 'held' })
  expect((await house.log('checkpoint_opened')).length).toBe(2)
  expect(ran.filter((name) => name.startsWith('after'))).toEqual([])
  await house.answerAll(approve)
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'completed' }])
  expect(ran.filter((name) => name.startsWith('after')).sort()).toEqual(['after all', 'after long', 'after short'])
})

test('a tool of a program runs once however often the program is run again', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const sent: unknown[] = []
  const program = leeway.program({ name: 'mail', version: '1' }, async (job) => {
    const send = (to: string) => job.run({ tool: 'send', args: { to } }, (args) => sent.push(args.to))
    const first = await send('ann')
    const second = await send('bob')
    return [first, second]
  })
  await house.desk.setSolo(true)
  await leeway.start(program, { key: 'a', input: null })
  await house.answerAll({ answer: 'edit', args: { to: 'eve' } })
  await leeway.resumeAll()
  await house.answerAll(approve)
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'completed', result: [1, 2] }])
  expect(sent).toEqual(['eve', 'bob'])
})

test('a refused tool is an error that comes again when it is replayed, and is not counted again', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const codes: string[] = []
  const program = leeway.program({ name: 'wiper', version: '1' }, async (job) => {
    const no = await job.run({ tool: 'wipe' }, () => 'gone').catch((error: AppError) => error.code)
    codes.push(no)
    await job.gate(DRAFT)
  })
  await leeway.start(program, { key: 'a', input: null })
  await house.answerAll(approve)
  await leeway.resumeAll()
  expect(codes).toEqual(['denied', 'denied'])
  expect(await house.log('refusal_repeated')).toEqual([])
})

test('work that is sent back comes back with its remarks, and each revision keeps its answer', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const told: unknown[] = []
  const program = leeway.program({ name: 'drafts', version: '1' }, async (job) => {
    const answers = ['approve', 'request_changes'] as const
    let passage = await job.gate(DRAFT, { around: { deliverable: 'v1' }, answers })
    told.push(passage.outcome)
    for (let n = 2; passage.outcome === 'sent_back'; n++) {
      const remarks = passage.remarks.map(({ number }) => ({ number, did: 'fixed', text: 'Done.' }) as const)
      passage = (await job.revise(passage.checkpoint, {
        gate: DRAFT,
        around: { deliverable: `v${n}` },
        answers: remarks,
      })) as typeof passage
      told.push(passage.outcome)
    }
    await job.gate(DRAFT, { around: { deliverable: 'the end' } })
    return passage.outcome
  })
  await leeway.start(program, { key: 'a', input: null })
  for (const reason of ['Shorter.', 'Even shorter.']) {
    await house.answerAll({ answer: 'request_changes', reason })
    expect(await leeway.resumeAll()).toMatchObject([{ status: 'held' }])
  }
  await house.answerAll(approve)
  await leeway.resumeAll()
  told.length = 0
  await house.answerAll(approve)
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'completed', result: 'approved' }])
  expect(told).toEqual(['sent_back', 'sent_back', 'approved'])
})

test('a step makes no durable calls', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const program = leeway.program({ name: 'nested', version: '1' }, async (job) => {
    await job.step('outer', () => job.step('inner', () => 1)).catch(() => undefined)
    return 'done'
  })
  await expect(leeway.start(program, { key: 'a', input: null })).rejects.toMatchObject({ code: 'wrong_call' })
})

test('a secret in what came of a step is never kept', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const secret = `ghp_${'A1b2'.repeat(9)}`
  const program = leeway.program({ name: 'leaky', version: '1' }, async (job) => {
    await job.step('token', () => secret)
  })
  expect(await leeway.start(program, { key: 'a', input: null })).toMatchObject({
    status: 'failed',
    reason: 'What came of the step holds a secret.',
  })
  expect(JSON.stringify(await house.desk.events({ limit: 1000 }))).not.toContain(secret)
})

test('the same key with another input is another piece of work, and refused', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const program = leeway.program({ name: 'same', version: '1' }, async (_job, input: string) => input)
  await leeway.start(program, { key: 'a', input: 'x' })
  await expect(leeway.start(program, { key: 'a', input: 'y' })).rejects.toMatchObject({ code: 'key_reused' })
})

test('the input and the result of a program are the same in every run', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const given: unknown[] = []
  const program = leeway.program({ name: 'dates', version: '1' }, async (job, input: { at: Date }) => {
    given.push(input)
    await job.gate(DRAFT)
  })
  await leeway.start(program, { key: 'a', input: { at: new Date(0) } })
  await house.answerAll(approve)
  await leeway.start(program, { key: 'a', input: { at: new Date(0) } })
  expect(given).toEqual([0, 1].map(() => ({ at: '1970-01-01T00:00:00.000Z' })))
})

test('an approval that the policy has overtaken is a no, now and whenever the program runs again', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const told: string[] = []
  const program = leeway.program({ name: 'overtaken', version: '1' }, async (job) => {
    const error = await job.run({ tool: 'send' }, () => 'sent').catch((thrown: AppError) => thrown)
    told.push(error instanceof AppError ? error.code : error)
    await job.gate(DRAFT)
  })
  await leeway.start(program, { key: 'a', input: null })
  await house.answerAll(approve)
  const rules = [{ match: { tool: 'send' }, then: 'deny' as const }, ...HOUSE_POLICY.rules]
  await (await leeway.job({ key: 'a' })).tighten({ ...HOUSE_POLICY, rules })
  await leeway.resumeAll()
  await house.answerAll(approve)
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'completed' }])
  expect(told).toEqual(['held', 'denied', 'denied'])
})

test('a no of a person names its checkpoint to whoever asks the same again, also when that is replayed', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const told: (AppError | string)[] = []
  const program = leeway.program({ name: 'stubborn', version: '1' }, async (job) => {
    const send = () => job.run({ tool: 'send' }, () => 'sent').catch((thrown: AppError) => thrown)
    const first = await send()
    if (first instanceof AppError && first.code === 'held') throw first
    told.push(await send())
    await job.gate(DRAFT)
  })
  await leeway.start(program, { key: 'a', input: null })
  const [checkpoint] = (await house.desk.checkpoints()).rows
  await house.answerAll({ answer: 'reject', reason: 'No.' })
  await leeway.resumeAll()
  await house.answerAll(approve)
  await leeway.resumeAll()
  const refused = { code: 'denied', message: 'No.', details: { checkpoint: checkpoint?.id } }
  expect(told).toMatchObject([refused, refused])
  expect(await house.log('refusal_repeated')).toHaveLength(1)
})

test('a kill switch reaches a program at its next step, and leaves the job as it was', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const ran: string[] = []
  const program = leeway.program({ name: 'halted', version: '1' }, async (job) => {
    await job.step('one', async () => {
      ran.push('one')
      await house.desk.setKillSwitch({ of: 'agent', agent: 'scout' }, true, 'Look at this first.')
    })
    await job.step('two', () => ran.push('two'))
  })
  await expect(leeway.start(program, { key: 'a', input: null })).rejects.toMatchObject({ code: 'halted' })
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'blocked', error: { code: 'halted' } }])
  expect(ran).toEqual(['one'])
  await house.desk.setKillSwitch({ of: 'agent', agent: 'scout' }, false, 'All is well.')
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'completed' }])
  expect(ran).toEqual(['one', 'two'])
})

test.for<[what: string, call: (job: ProgramJob, name: string) => Promise<unknown>]>([
  ['a step', (job, name) => job.step(name, () => 1)],
  ['a step', (job, name) => job.step(name, () => 1, { once: true })],
  ['a phase', (job, name) => job.phase(name, async () => 1)],
  ['a gate', (job, name) => job.gate(DRAFT, { name })],
])('half a character in the name of %s is refused with the name, and the program goes on', async ([what, call]) => {
  const house = await aHouse()
  const leeway = await house.open()
  const program = leeway.program({ name: 'half', version: '1' }, (job) =>
    call(job, 'go \ud83d on').catch(({ code, message }) => ({ code, message })),
  )
  const message = `The name of ${what}, "go \\ud83d on", has half a character (a lone surrogate), which can not be written down. Remove it.`
  const run = await leeway.start(program, { key: 'a', input: null })
  expect(run).toMatchObject({ status: 'completed', result: { code: 'invalid_input', message } })
})
