import { expect, test } from 'vitest'
import type { GivenTo } from '../api/operations.ts'
import { aServedHouse, SESSION } from '../testing/served-house.ts'

const MOST = 3

/** A house in which one credential may have three checkpoints open, and what its terminal said. */
async function aSmallHouse() {
  const said: string[] = []
  const house = await aServedHouse({ mostHeld: MOST, report: (what) => void said.push(what) })
  const jobs = [await house.startJob('one'), await house.startJob('two')] as const
  const given = (number: number): GivenTo<'ask'> => ({
    job: jobs[number % 2] ?? jobs[0],
    gate: { kind: 'tool', tool: 'send', args: { number } },
    key: String(number),
    session: SESSION,
  })
  const ask = (number: number) => house.as('agent').call('ask', given(number))
  const open = async () => {
    for (let number = 0; number < MOST; number += 1) expect(await ask(number)).toMatchObject({ status: 'held' })
  }
  return { ...house, jobs, given, ask, open, said }
}

test('an agent that asks in a loop, in whatever jobs, is told when it waits at as many gates as it may', async () => {
  const { ask, open, as, jobs, given, said } = await aSmallHouse()
  await open()
  const refused = { code: 'too_many_holds', details: { most: String(MOST) } }
  await expect(ask(MOST)).rejects.toMatchObject(refused)
  await expect(ask(MOST + 1)).rejects.toMatchObject(refused)
  // What is held stays held, and is the same under its key.
  const { rows } = await as('reviewer').call('list_checkpoints', {})
  expect(rows).toHaveLength(MOST)
  expect(await ask(0)).toMatchObject({ status: 'held', checkpoint: { id: rows[0]?.id } })
  // What nobody has to see goes on, and so does everybody else.
  const look = {
    ...given(MOST),
    gate: { kind: 'tool', tool: 'look', args: {}, annotations: { readOnlyHint: true } },
  } as const
  expect(await as('agent').call('ask', { ...look, key: 'look' })).toMatchObject({ status: 'allowed' })
  expect(await as('service').call('ask', { ...given(9), job: jobs[0] })).toMatchObject({ status: 'held' })
  // Whoever runs the server reads once who it is, and how to stop it.
  for (let time = 0; time < 20; time += 1) await expect(ask(MOST)).rejects.toMatchObject(refused)
  expect(said).toEqual([
    'The agent scout has 3 checkpoints open, and can open no more until some are answered: leeway checkpoints. Stop it: leeway kill-switch on --agent scout --reason WHY.',
  ])
})

test('as soon as people have answered some, there is room again', async () => {
  const { ask, open, as } = await aSmallHouse()
  await open()
  await expect(ask(MOST)).rejects.toMatchObject({ code: 'too_many_holds' })
  const [first] = (await as('reviewer').call('list_checkpoints', {})).rows
  const review = { answer: 'reject', reason: 'No.' } as const
  const { id: checkpoint, content_hash } = first ?? { id: '' as never, content_hash: '' }
  await as('reviewer').call('answer_checkpoint', { checkpoint, content_hash, review })
  const status = () =>
    ask(MOST).then(
      (asked) => asked.status,
      (error: { readonly code: string }) => error.code,
    )
  await expect.poll(status).toBe('held')
  await expect
    .poll(() => ask(MOST + 1).then(String, (error: { readonly code: string }) => error.code))
    .toBe('too_many_holds')
})

test('many questions at once are as many: no more of them are held, and those that nobody has to see go on', async () => {
  const { ask, as, given } = await aSmallHouse()
  const look = { kind: 'tool', tool: 'look', args: {}, annotations: { readOnlyHint: true } } as const
  const looks = Array.from({ length: 20 }, (_one, at) =>
    as('agent').call('ask', { ...given(at), gate: look, key: `look ${at}` }),
  )
  const asks = Array.from({ length: 40 }, (_one, at) => ask(at))
  expect((await Promise.all(looks)).filter(({ status }) => status === 'allowed')).toHaveLength(looks.length)
  const held = (await Promise.allSettled(asks)).filter(({ status }) => status === 'fulfilled')
  expect(held).toHaveLength(MOST)
  expect((await as('reviewer').call('list_checkpoints', {})).rows).toHaveLength(MOST)
})
