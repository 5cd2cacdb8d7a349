import { expect, test } from 'vitest'
import { openLeeway } from '../../src/client/open-leeway.ts'
import { CheckpointId } from '../../src/model/ids.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

const HELD = CheckpointId.parse('chk_held')

/** The same two jobs, on the files and through the server. */
async function bothSides() {
  const house = await aServedHouse()
  const local = await house.open({ onHold: 'throw' })
  const policy = { rules: [{ match: { tool: 'send' }, then: 'ask' as const }] }
  const remote = await openLeeway({
    url: house.url,
    token: house.tokens.agent,
    agent: 'scout',
    policy,
    onHold: 'throw',
  })
  return { house, leeways: [local, remote] as const, close: () => remote.close() }
}

test('looking at a question, or waiting for its answer, takes nothing up', async () => {
  const { house, leeways, close } = await bothSides()
  for (const [at, leeway] of leeways.entries()) {
    const job = await leeway.job({ key: `looking-${at}` })
    const id = CheckpointId.parse(`${HELD}_${at}`)
    const send = () => job.run({ tool: 'send', args: { to: 'ann' } }, () => 'sent', { key: 'one', id })
    await expect(send()).rejects.toMatchObject({
      code: 'held',
      message: expect.stringMatching(/^Checkpoint \S+ waits for a person: because /),
      details: { next: expect.stringMatching(/^leeway approve \S+$/) },
    })
    expect(await job.look(id)).toMatchObject({ status: 'pending', spent_at: null })
    const [settled] = await Promise.all([job.settled(id), house.answerAll({ answer: 'approve' })])
    expect(settled).toMatchObject({ status: 'approved', spent_at: null })
    expect(await send()).toBe('sent')
  }
  await close()
})

test('a job sees no question of another', async () => {
  const { leeways, close } = await bothSides()
  for (const [at, leeway] of leeways.entries()) {
    const [mine, other] = [await leeway.job({ key: `mine-${at}` }), await leeway.job({ key: `other-${at}` })]
    const id = CheckpointId.parse(`${HELD}_${at}`)
    await expect(other.run({ tool: 'send', args: {} }, () => 'sent', { key: 'one', id })).rejects.toMatchObject({
      code: 'held',
    })
    await expect(mine.look(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(mine.settled(id)).rejects.toMatchObject({ code: 'not_found' })
  }
  await close()
})
