import { expect, test } from 'vitest'
import { aHouse } from '../../testing/house.ts'
import { HOUSE_POLICY } from '../../testing/house-policy.ts'

const DRAFT = { kind: 'checkpoint', type: 'deliverable' } as const
const approve = { answer: 'approve' } as const
const options = { key: 'a', input: null }
const ref = (name: string) => ({ name, version: '1' })

test('a child does its work, and its result is replayed', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  let ran = 0
  const research = leeway.program(ref('research'), (job, topic: string) =>
    job.step('look', () => {
      ran++
      return `all about ${topic}`
    }),
  )
  const report = leeway.program(ref('report'), async (job) => {
    const found = await job.child('researcher', { program: research, input: 'tea' })
    await job.gate(DRAFT)
    return found.status === 'completed' ? found.result : found.reason
  })
  const held = await leeway.start(report, options)
  await house.answerAll(approve)
  expect(await leeway.resume(held.job)).toMatchObject({ status: 'completed', result: 'all about tea' })
  expect(ran).toBe(1)
  expect((await house.desk.job(held.job)).descendants).toMatchObject([{ agent: 'researcher', status: 'completed' }])
})

test('a child’s hold holds its parent too, and shows at the root with its path', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const write = leeway.program(ref('write'), async (job) => (await job.gate(DRAFT, { title: 'The text' })).outcome)
  const edit = leeway.program(ref('edit'), (job) => job.child('writer', { program: write, input: null }))
  const report = leeway.program(ref('report'), (job) => job.child('editor', { program: edit, input: null }))

  const held = await leeway.start(report, options)
  const [writer] = (await house.desk.job(held.job)).descendants.filter(({ agent }) => agent === 'writer')
  const [editor] = (await house.desk.job(held.job)).descendants.filter(({ agent }) => agent === 'editor')
  expect(held).toMatchObject({
    status: 'held',
    holds: [{ job: writer?.id, path: [held.job, editor?.id], title: 'The text' }],
  })
  expect((await house.desk.job(held.job)).job.status).toBe('waiting')
  expect(await leeway.resumeAll()).toEqual([])

  await house.answerAll(approve)
  expect(await leeway.resumeAll()).toMatchObject([
    { status: 'completed', result: { status: 'completed', result: { status: 'completed', result: 'approved' } } },
  ])
})

test('a child that would be freer than its parent hands on is refused with the axes named', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const write = leeway.program(ref('write'), async () => 'text')
  const report = leeway.program(ref('report'), (job) =>
    job.child('writer', { program: write, input: null, policy: 'workers/autonomous' }),
  )
  const run = await leeway.start(report, options)
  expect(run).toMatchObject({ status: 'failed', error: { code: 'too_free' } })
  expect(run).toMatchObject({ reason: expect.stringContaining('checkpoint_types') })
  expect(await house.log('spawn_refused', run.job)).toMatchObject([{ data: { agent: 'writer' } }])
})

test('what a child is refused is a fact for its parent', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const clean = leeway.program(ref('clean'), async (job) => {
    await job.run({ tool: 'wipe' }, () => 'gone').catch(() => undefined)
    return 'tried'
  })
  const report = leeway.program(ref('report'), (job) => job.child('cleaner', { program: clean, input: null }))
  const run = await leeway.start(report, options)
  expect(run).toMatchObject({ status: 'completed', result: { result: 'tried', refused: [{ checkpoint: null }] } })
  expect(await house.log('child_refused', run.job)).toHaveLength(1)
})

test('a failed child is a fact, and not an error', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const fail = leeway.program(ref('fail'), async () => {
    throw new Error('out of paper')
  })
  const report = leeway.program(ref('report'), (job) => job.child('writer', { program: fail, input: null }))
  expect(await leeway.start(report, options)).toMatchObject({
    status: 'completed',
    result: { status: 'failed', reason: 'out of paper' },
  })
})

test('cancelling the parent reaches the held child', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  let sent = 0
  const write = leeway.program(ref('write'), (job) => job.run({ tool: 'send' }, () => sent++))
  const report = leeway.program(ref('report'), (job) => job.child('writer', { program: write, input: null }))
  const held = await leeway.start(report, options)
  await house.desk.cancel(held.job, 'Not needed any more.')
  expect(await leeway.resume(held.job)).toMatchObject({ status: 'cancelled', reason: 'Not needed any more.' })
  await expect
    .poll(async () => (await house.desk.job(held.job)).descendants.map(({ status }) => status), { timeout: 5000 })
    .toEqual(['cancelled'])
  expect((await house.desk.checkpoints()).rows).toEqual([])
  expect(sent).toBe(0)
})

test('cancelling the parent stops a child that runs at its next call', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  let second = 0
  const write = leeway.program(ref('write'), async (job) => {
    await job.step('one', async () => {
      const [root] = (await house.desk.jobs()).rows.filter(({ path }) => path.length === 0)
      if (root) await house.desk.cancel(root.id, 'Stop it.')
    })
    await job.step('two', () => second++)
  })
  const report = leeway.program(ref('report'), (job) => job.child('writer', { program: write, input: null }))
  expect(await leeway.start(report, options)).toMatchObject({ status: 'cancelled', reason: 'Stop it.' })
  expect(second).toBe(0)
})

test('a stricter child is held where its parent is not', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const write = leeway.program(ref('write'), (job) => job.gate({ kind: 'checkpoint', type: 'pre_render' }))
  const report = leeway.program(ref('report'), async (job) => {
    await job.gate({ kind: 'checkpoint', type: 'pre_render' })
    const policy = { checkpoint_types: [...HOUSE_POLICY.checkpoint_types, 'pre_render'] }
    return job.child('writer', { program: write, input: null, policy })
  })
  const held = await leeway.start(report, options)
  expect(held).toMatchObject({ status: 'held', holds: [{ path: [held.job] }] })
})
