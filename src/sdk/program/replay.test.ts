import { expect, test } from 'vitest'
import { aHouse } from '../../testing/house.ts'
import { HOUSE_POLICY } from '../../testing/house-policy.ts'
import type { ProgramJob } from './program.ts'

const DRAFT = { kind: 'checkpoint', type: 'deliverable' } as const
const approve = { answer: 'approve' } as const
const ref = (version = '1') => ({ name: 'report', version })
const options = { key: 'a', input: null }

/** Starts a program that is held, lets Ada approve, and resumes it with other code. */
async function changedFrom(
  before: (job: ProgramJob) => Promise<unknown>,
  after: (job: ProgramJob) => Promise<unknown>,
) {
  const house = await aHouse()
  const first = await house.open()
  const { job } = await first.start(first.program(ref(), before), options)
  await house.answerAll(approve)
  const second = await house.open()
  second.program(ref(), after)
  return second.resume(job)
}

test('a gate that asks about other content than before stops the program, and says what was and what is asked', async () => {
  const resumed = changedFrom(
    (job) => job.gate(DRAFT, { around: { deliverable: 'the old text' } }),
    (job) => job.gate(DRAFT, { around: { deliverable: 'the new text' } }),
  )
  await expect(resumed).rejects.toMatchObject({
    code: 'program_changed',
    details: {
      call: 'checkpoint#1',
      recorded: expect.stringContaining('the old text'),
      asked: expect.stringContaining('the new text'),
    },
  })
})

test('a call that is of another kind by now stops the program', async () => {
  const resumed = changedFrom(
    async (job) => {
      await job.step('write', () => 1)
      await job.gate(DRAFT)
    },
    async (job) => {
      await job.phase('write', async () => 1)
      await job.gate(DRAFT)
    },
  )
  await expect(resumed).rejects.toMatchObject({
    code: 'program_changed',
    details: { call: 'write#1', recorded: 'a step', asked: 'a phase' },
  })
})

test('a recorded call that is not made any more stops the program before its job ends', async () => {
  const resumed = changedFrom(
    async (job) => {
      await job.step('check the figures', () => 1)
      await job.gate(DRAFT)
    },
    (job) => job.gate(DRAFT),
  )
  await expect(resumed).rejects.toMatchObject({ code: 'program_changed', details: { call: 'check the figures#1' } })
})

test('a changed program leaves the job as it was, so the right one can go on with it', async () => {
  const house = await aHouse()
  const first = await house.open()
  const held = await first.start(
    first.program(ref(), async (job) => (await job.gate(DRAFT)).outcome),
    options,
  )
  await house.answerAll(approve)
  const second = await house.open()
  second.program(ref(), (job) => job.gate(DRAFT, { around: { target: 'elsewhere' } }))
  expect(await second.resumeAll()).toMatchObject([{ status: 'blocked', error: { code: 'program_changed' } }])
  expect(await first.resume(held.job)).toMatchObject({ status: 'completed', result: 'approved' })
})

test('another version of the program and another policy are shown as drift, in the result, on the job and in the log', async () => {
  const house = await aHouse()
  const first = await house.open()
  const body = async (job: ProgramJob) => {
    await job.gate(DRAFT)
    await job.gate(DRAFT, { name: 'again' })
  }
  const { job } = await first.start(first.program(ref('1'), body), options)
  await house.answerAll(approve)

  const second = await house.open()
  const stricter = { ...HOUSE_POLICY, checkpoint_types: 'all' } as const
  const run = await second.start(second.program(ref('2'), body), { ...options, policy: stricter })
  const drift = { program: { began_with: '1', now: '2' }, policy: { began_with: expect.any(String) } }
  expect(run).toMatchObject({ status: 'held', drift })
  expect((await house.store.get('jobs', job))?.row.driven?.drift).toMatchObject(drift)
  expect(await house.log('drift_noticed', job)).toMatchObject([{ data: drift }])

  await house.answerAll(approve)
  expect(await first.resume(job)).toMatchObject({ status: 'completed', drift: null })
})

test('a policy that was tightened while the job was held is shown as drift', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const program = leeway.program(ref(), async (job) => {
    await job.gate(DRAFT)
  })
  const { job } = await leeway.start(program, options)
  const handle = await leeway.job({ key: 'a' })
  await handle.tighten({ ...HOUSE_POLICY, checkpoint_types: 'all' })
  await house.answerAll(approve)
  expect(await leeway.resume(job)).toMatchObject({ status: 'completed', drift: { program: null, policy: {} } })
})

test('two processes never drive one job at once', async () => {
  const house = await aHouse()
  const [first, second] = [await house.open(), await house.open()]
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const body = async (job: ProgramJob) => {
    await job.step('slow', async () => {
      begun.resolve()
      await goOn.promise
    })
  }
  const running = first.start(first.program(ref(), body), options)
  await begun.promise
  const other = second.program(ref(), body)
  await expect(second.start(other, options)).rejects.toMatchObject({ code: 'still_running' })
  await expect(second.resumeAll()).resolves.toEqual([])
  goOn.resolve()
  expect(await running).toMatchObject({ status: 'completed' })
})

test('a run that was cut off and replaced can not record any more', async () => {
  const house = await aHouse()
  const [first, second] = [await house.open(), await house.open()]
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const stale = first.program(ref(), async (job) => {
    const value = await job.step('slow', async () => {
      begun.resolve()
      await goOn.promise
      return 'stale'
    })
    return value
  })
  const running = first.start(stale, options)
  await begun.promise
  for (const lease of await house.store.leases('job:')) await house.store.release(lease.name, lease.holder)
  const fresh = second.program(ref(), (job) => job.step('slow', () => 'fresh'))
  expect(await second.start(fresh, options)).toMatchObject({ status: 'completed', result: 'fresh' })
  goOn.resolve()
  // The job has ended by now, so the stale run is told how.
  expect(await running).toMatchObject({ status: 'completed', result: 'fresh' })
  expect(await house.log('step_recorded')).toHaveLength(1)
})

test('a finished phase is one recorded result, and its calls are passed over', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  let ran = 0
  const program = leeway.program(ref(), async (job) => {
    const sums: number[] = []
    for (const n of [1, 2, 3]) {
      const sum = await job.phase('sum', async () => {
        let total = 0
        for (let i = 0; i < 10; i++) {
          total += await job.step('add', () => {
            ran++
            return n
          })
        }
        return total
      })
      sums.push(sum)
    }
    await job.gate(DRAFT)
    return sums
  })
  const { job } = await leeway.start(program, options)
  await house.answerAll(approve)
  const phases = await house.log('phase_recorded', job)
  const steps = await house.log('step_recorded', job)
  const covered = steps.filter(({ seq }) =>
    phases.some(({ data }) => data.covers && data.covers.after < seq && seq <= data.covers.until),
  )
  expect(covered).toHaveLength(30)
  expect(await leeway.resume(job)).toMatchObject({ status: 'completed', result: [10, 20, 30] })
  expect(ran).toBe(30)
})

test('a phase that is held in its middle goes on inside, and keeps what it had', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const ran: string[] = []
  const program = leeway.program(ref(), async (job) => {
    const note = (name: string) => job.step(name, () => ran.push(name))
    await note('before')
    await job.phase('draft', async () => {
      await note('one')
      await job.gate(DRAFT)
      await job.phase('inner', () => note('two'))
    })
    await job.gate(DRAFT, { name: 'last' })
    await note('after')
  })
  const { job } = await leeway.start(program, options)
  for (let i = 0; i < 2; i++) {
    await house.answerAll(approve)
    await leeway.resume(job)
  }
  expect(ran).toEqual(['before', 'one', 'two', 'after'])
  expect((await house.desk.job(job)).job.status).toBe('completed')
})

test('a step made beside a phase is not passed over with it', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const ran: string[] = []
  const program = leeway.program(ref(), async (job) => {
    const gap = Promise.withResolvers<void>()
    await Promise.all([
      job.phase('inside', async () => {
        await job.step('one', () => ran.push('one'))
        await gap.promise
        await job.step('two', () => ran.push('two'))
      }),
      job.step('beside', () => ran.push('beside')).then(() => gap.resolve()),
    ])
    await job.gate(DRAFT)
  })
  const { job } = await leeway.start(program, options)
  await house.answerAll(approve)
  expect(await leeway.resume(job)).toMatchObject({ status: 'completed' })
  expect(ran.toSorted()).toEqual(['beside', 'one', 'two'])
})

test('a stop leaves the program until a person resumes it, and then lets the work go on', async () => {
  const house = await aHouse()
  const leeway = await house.open({
    policy: { preset: 'jobs/full', limits: { max_total_errors: 1, on_limit_reached: 'stop' } } as never,
  })
  const program = leeway.program(ref(), async (job) => {
    const passage = await job.gate({ kind: 'step', phase: 'build', status: 'failure', totals: { errors: 5 } })
    return passage.go
  })
  const stopped = await leeway.start(program, options)
  expect(stopped).toMatchObject({ status: 'stopped' })
  expect(await leeway.resumeAll()).toEqual([])
  await house.desk.resume(stopped.job, 'Go on.')
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'completed', result: true }])
})

test('each stop of a program takes a person of its own, also at the same question, and is passed whenever it runs again', async () => {
  const house = await aHouse()
  const leeway = await house.open({
    policy: { preset: 'jobs/full', limits: { max_total_errors: 1, on_limit_reached: 'stop' } } as never,
  })
  const failed = { kind: 'step', phase: 'build', status: 'failure', totals: { errors: 5 } } as const
  const program = leeway.program(ref(), async (job) => {
    const passed = [await job.gate(failed), await job.gate(failed)]
    await job.gate({ kind: 'checkpoint', type: 'deliverable' }, { title: 'The end', answers: ['approve'] })
    return passed.map(({ outcome }) => outcome)
  })
  const { job, status } = await leeway.start(program, options)
  expect(status).toBe('stopped')
  await house.desk.resume(job, 'The first is known.')
  expect(await leeway.resume(job)).toMatchObject({ status: 'stopped' })
  await house.desk.resume(job, 'And the second.')
  expect(await leeway.resume(job)).toMatchObject({ status: 'completed', result: ['allowed', 'allowed'] })
  const permits = (await house.log('gate_decided')).map(({ data }) => data.permit?.by ?? data.decision.verdict)
  expect(permits.slice(0, 4)).toEqual(['stop', 'resume', 'stop', 'resume'])
})

test('a program goes on behind a revised call whose approval it has spent', async () => {
  const house = await aHouse()
  const letter = (to: string) => ({ kind: 'tool', tool: 'send', args: { to } }) as const
  const body = async (job: ProgramJob) => {
    const first = await job.gate(letter('ann'), { answers: ['approve', 'request_changes'] })
    if (first.outcome !== 'sent_back') throw new Error('It was to be sent back.')
    const answers = first.remarks.map(({ number }) => ({ number, did: 'fixed', text: 'It goes to bob.' }) as const)
    const second = await job.revise(first.checkpoint, { gate: letter('bob'), answers })
    await job.gate(DRAFT)
    return second
  }
  const leeway = await house.open()
  const { job } = await leeway.start(leeway.program(ref(), body), options)
  await house.answerAll({ answer: 'request_changes', reason: 'Write to bob.' })
  await leeway.resume(job)
  await house.answerAll(approve)
  expect(await leeway.resume(job)).toMatchObject({ status: 'held' })
  await house.answerAll(approve)
  expect(await leeway.resume(job)).toMatchObject({
    status: 'completed',
    result: { outcome: 'approved', args: { to: 'bob' } },
  })
})

test('a key that begins like that of a step is no step: the program goes on over it', async () => {
  const program = async (job: ProgramJob) => {
    const paid = await job.run({ tool: 'pay' }, () => 'paid', { key: 'step:1' })
    await job.gate(DRAFT)
    return paid
  }
  expect(await changedFrom(program, program)).toMatchObject({ status: 'completed', result: 'paid' })
})

test('a step that runs once is not taken for done by what was done under its key', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const program = leeway.program(ref(), async (job) => {
    await job.run({ tool: 'look' }, () => 'looked', { key: 'step:pay#1' })
    return job.step('pay', () => 'paid', { once: true })
  })
  const message = expect.stringContaining('The key step:pay#1 is the step')
  expect(await leeway.start(program, options)).toMatchObject({
    status: 'failed',
    error: { code: 'key_reused', message },
  })
})
