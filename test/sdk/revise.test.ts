import { expect, test, vi } from 'vitest'
import { openLeeway, openReception } from '../../src/compose.ts'
import { PersonId } from '../../src/model/ids.ts'
import { aFolder } from '../../src/testing/folder.ts'

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
