import { expect, onTestFinished, test, vi } from 'vitest'
import { openLeeway as connect } from '../../src/client/index.ts'
import { openLeeway, openReception } from '../../src/compose.ts'
import { PersonId } from '../../src/model/ids.ts'
import type { Review } from '../../src/model/review.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aHouse } from '../../src/testing/house.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

test('the approval of a revised call is spent like any other: nobody can take it up a second time', async () => {
  const root = aFolder()
  await using leeway = await openLeeway({ root, agent: 'mailer', policy: 'jobs/dependent' })
  const reception = await openReception({ root })
  let token = ''
  await reception.join(PersonId.parse('ada'), async (_id, given) => {
    token = given
  })
  const desk = await reception.desk(token)

  const job = await leeway.job()
  const asked = job.gate(
    { kind: 'tool', tool: 'send_mail', args: { to: 'ann' } },
    { key: 'offer', answers: ['approve', 'request_changes'] },
  )
  const held = await vi.waitFor(async () => {
    const [first] = await leeway.pending()
    if (first === undefined) throw new Error('not held yet')
    return first
  })
  const say = (answer: 'approve' | 'request_changes', content_hash: string) =>
    desk.answer({
      checkpoint: held.id,
      content_hash,
      review: answer === 'approve' ? { answer } : { answer, reason: 'Write to bob.' },
    })
  await say('request_changes', held.content_hash)
  const back = await asked
  expect(back).toMatchObject({ outcome: 'sent_back' })

  const gate = { kind: 'tool', tool: 'send_mail', args: { to: 'bob' } } as const
  const revised = job.revise(held.id, { gate, answers: [{ number: 1, did: 'fixed', text: 'It goes to bob.' }] })
  const next = await vi.waitFor(async () => {
    const { checkpoint } = await desk.checkpoint(held.id)
    expect(checkpoint.revision).toBe(2)
    return checkpoint
  })
  await say('approve', next.content_hash)
  expect(await revised).toMatchObject({ outcome: 'approved', go: true, args: { to: 'bob' } })
  expect((await desk.checkpoint(held.id)).checkpoint.spent_at).not.toBeNull()
  await desk.close()
})

const POLICY = 'jobs/dependent'

/** A house, and a way to open the same job as another process would. */
async function onTheFiles() {
  const house = await aHouse()
  return { house, enter: async () => house.open({ policy: POLICY }) }
}

async function behindAServer() {
  const house = await aServedHouse()
  const { url, tokens } = house
  const enter = async () => {
    const leeway = await connect({ url, token: tokens.service, agent: 'scout', policy: POLICY, tellHolds: false })
    onTestFinished(() => leeway.close())
    return leeway
  }
  return { house, enter }
}

const DRAFT = { kind: 'checkpoint', type: 'deliverable' } as const
const NEXT = {
  gate: DRAFT,
  around: { deliverable: 'Please.' },
  answers: [{ number: 1, did: 'fixed', text: 'Said.' }],
} as const
const APPROVE: Review = { answer: 'approve' }
const AGAIN: Review = { answer: 'request_changes', reason: 'And thank you.' }
const REJECT: Review = { answer: 'reject', reason: 'No.' }

test.for([
  ['on the files', 'approved', onTheFiles, APPROVE],
  ['on the files', 'rejected', onTheFiles, REJECT],
  ['on the files', 'sent_back', onTheFiles, AGAIN],
  ['behind a server', 'approved', behindAServer, APPROVE],
  ['behind a server', 'rejected', behindAServer, REJECT],
  ['behind a server', 'sent_back', behindAServer, AGAIN],
] as const)('%s: a process that brings the same revision once more is told that it was %s', async (given) => {
  const [, outcome, begin, answer] = given
  const { house, enter } = await begin()
  const first = await enter()
  const job = await first.job({ key: 'letter' })
  const asked = job.gate(DRAFT, { key: 'draft', answers: ['approve', 'request_changes'] })
  const [held] = await vi.waitFor(async () => {
    const { rows } = await house.desk.checkpoints()
    expect(rows).toHaveLength(1)
    return rows
  })
  const id = held?.id ?? ('' as never)
  await house.answer(id, { answer: 'request_changes', reason: 'Say please.' })
  expect(await asked).toMatchObject({ outcome: 'sent_back' })
  const lost = codeOf(job.revise(id, NEXT))
  await vi.waitFor(async () => expect((await house.desk.checkpoint(id)).checkpoint.revision).toBe(2))
  await first.close()
  expect(await lost).toBe('store_stopped')

  await house.answer(id, answer)
  const again = await (await enter()).job({ key: 'letter' })
  expect(await again.revise(id, NEXT)).toMatchObject({ outcome })
  expect((await house.desk.checkpoint(id)).checkpoint.revision).toBe(2)
  expect(await house.log('checkpoint_revised')).toHaveLength(1)
})
