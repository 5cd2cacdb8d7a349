import { expect, test } from 'vitest'
import { aDeskFolder, codeOf } from '../../testing/desk-folder.ts'

/** An action that was cut off while it ran, and Ada who has to find out what became of it. */
async function aDoubt() {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  const first = await folder.agent({ policy: 'jobs/full' })
  const begun = Promise.withResolvers<void>()
  const cutOff = first.guard('pay', () => {
    begun.resolve()
    return new Promise<string>(() => undefined)
  })
  void codeOf(cutOff({ euros: 3 }, { key: 'bill' }))
  await begun.promise
  await first.close()
  const second = await folder.agent({ policy: 'jobs/full' })
  const again = second.guard('pay', () => 'paid twice')
  const { id: other } = await second.job({ key: 'another' })
  const [attempt] = JSON.parse((await ada(['jobs', '--json'])).out).in_doubt
  return { ada, id: attempt.id as string, other, payAgain: () => codeOf(again({ euros: 3 }, { key: 'bill' })) }
}

test('an agent is given the result that a person found out', async () => {
  const { ada, id, payAgain } = await aDoubt()
  expect(await payAgain()).toBe('job_in_doubt')
  expect((await ada(['jobs'], { columns: 120 })).out).toContain('Nobody knows whether this ran.')
  const settle = ['settle', id, '--succeeded', '--reason', 'it is on the statement']
  expect(await ada([...settle, '--result', '{receipt'])).toMatchObject({ code: 2 })
  const { out, code } = await ada([...settle, '--result', '{"receipt": 7}'])
  expect({ out, code }).toEqual({ code: 0, out: `${id} is settled: it succeeded. The agent is given your result.\n` })
  expect(await payAgain()).toEqual({ receipt: 7 })
  expect((await ada(['audit', 'show'], { columns: 120 })).out).toMatch(
    /nobody knows whether it ran.*it succeeded, says ada/s,
  )
})

test('where no result is given, a person is told that the agent gets none', async () => {
  const { ada, id, payAgain } = await aDoubt()
  const { out } = await ada(['settle', id, '--succeeded', '--reason', 'it is on the statement'])
  expect(out).toContain('You gave no --result, so the agent gets none')
  expect(await payAgain()).toBeUndefined()
})

test('what failed has no result', async () => {
  const { ada, id, payAgain } = await aDoubt()
  const settle = ['settle', id, '--failed', '--reason', 'nothing on the statement']
  expect((await ada([...settle, '--result', '1'])).err).toContain('Only what succeeded has a result')
  expect((await ada(settle)).out).toBe(`${id} is settled: it failed.\n`)
  expect(await payAgain()).toBe('key_spent')
  expect((await ada(settle)).err).toMatch(/No attempt \S+ is in doubt: it is settled.*\n.*leeway jobs/)
})

test('a result that holds a secret is refused', async () => {
  const { ada, id, payAgain } = await aDoubt()
  const secret = JSON.stringify({ key: `AKIA${'A'.repeat(16)}` })
  const { err, code } = await ada(['settle', id, '--succeeded', '--reason', 'seen', '--result', secret])
  expect({ err, code }).toMatchObject({ code: 1, err: expect.stringContaining('AWS access key') })
  expect(await payAgain()).toBe('job_in_doubt')
})

test('what is in doubt stands where people look for what waits for them, with the way to settle it', async () => {
  const { ada, id, payAgain } = await aDoubt()
  await payAgain()
  const { out } = await ada(['checkpoints'], { columns: 80 })
  expect(out).not.toContain('Nothing waits for you.')
  expect(out).toMatch(new RegExp(`No question is open.*${id}.*leeway settle ID --succeeded`, 's'))
  const { out: watched } = await ada(['checkpoints', '--watch'], { columns: 80, keys: ['q'] })
  expect(watched).not.toContain('Nothing waits for you.')
  expect(watched).toContain(id)
  const [attempt] = JSON.parse((await ada(['checkpoints', '--json'])).out).in_doubt
  expect(attempt).toMatchObject({ id, status: 'in_doubt' })
  expect((await ada(['checkpoints', '--job', attempt.job])).out).toContain(id)
  await ada(['settle', id, '--succeeded', '--reason', 'it is on the statement'])
  expect((await ada(['checkpoints'])).out).toBe('Nothing waits for you.\n')
})

test('what is in doubt elsewhere does not stand below another job', async () => {
  const { ada, id, other } = await aDoubt()
  expect((await ada(['checkpoints', '--job', other])).out).toBe('Nothing waits for you.\n')
  expect((await ada(['checkpoints'])).out).toContain(id)
})
