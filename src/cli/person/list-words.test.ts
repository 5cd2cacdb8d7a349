import { expect, test } from 'vitest'
import { shortId } from '../../model/short-id.ts'
import { aDeskFolder, codeOf } from '../../testing/desk-folder.ts'
import { eventSentence } from './event-sentence.ts'

/** Ada, and an agent that has been held so many times. */
async function anOffice(holds: number) {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  const send = (await folder.agent()).guard('send_mail', () => 'sent')
  for (let at = 0; at < holds; at++) await codeOf(send({ to: `ann${at}` }, { key: String(at) }))
  return { ...folder, ada }
}

test.for([80, 120])('a reason that repeats is said once, on %i columns', async (columns) => {
  const { ada } = await anOffice(3)
  const { out } = await ada(['checkpoints'], { columns })
  expect(out.match(/irreversibility/g)).toHaveLength(1)
  expect(out.match(/for the same reason/g)).toHaveLength(2)
  expect(out).toContain('leeway approve ID')
})

test('of a single hold the commands name it', async () => {
  const { ada, waiting } = await anOffice(1)
  const [checkpoint] = await waiting(ada)
  expect((await ada(['checkpoints'])).out).toContain(`leeway approve ${checkpoint?.id}\n`)
  await ada(['reject', checkpoint?.id ?? '', '--reason', 'no'])
  const { out } = await ada(['checkpoints', '--all'])
  expect(out).toContain(`leeway checkpoints show ${checkpoint?.id}`)
  expect(out).not.toContain('leeway approve')
})

test.for([80, 120])('what an agent calls its question tells it from the next, on %i columns', async (columns) => {
  const { ada, agent } = await anOffice(0)
  const leeway = await agent()
  const gate = { kind: 'checkpoint', type: 'deliverable' } as const
  for (const title of ['The draft', `The \u001b[31mfigures ${'of June '.repeat(30)}`]) {
    await codeOf(leeway.gate(gate, { key: title, title, onHold: 'throw' }))
  }
  const { out } = await ada(['checkpoints'], { columns })
  expect(out).toContain('“The draft”')
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(/“The \\u001b\[31mfigures (of June )+of J?u?n?e?…”/)
})

test('the log says what each entry is about, and what was asked', async () => {
  const { ada, waiting } = await anOffice(1)
  const id = (await waiting(ada))[0]?.id ?? ''
  const { out } = await ada(['audit', 'show'], { columns: 120 })
  expect(out).toContain(`chk_…${shortId(id, 6)}  is held: send_mail {"to":"ann0"}`)
})

test.for([
  [{ type: 'job_moved', data: { to: 'in_doubt', reason: 'x' } }, 'the job is in doubt: “x”'],
  [{ type: 'attempt_ended', data: { status: 'in_doubt', settled_by: null } }, 'nobody knows whether it ran'],
  [{ type: 'gate_decided', data: { decision: { verdict: 'deny' }, content: { tool: 'rm' } } }, 'the policy denies rm'],
  [
    {
      type: 'gate_decided',
      data: { decision: { verdict: 'stop' }, kind: 'step', content: {}, permit: { by: 'resume', person: 'ada' } },
    },
    'goes on, as ada resumed it, with step',
  ],
  [{ type: 'remarks_answered', data: { answers: [{}] } }, 'answered 1 remark'],
  [{ type: 'refusal_repeated', data: { count: 1 } }, 'asked again for what was refused, 1 time by now'],
  [
    { type: 'token_issued', data: { token: { bearer: { kind: 'agent', agent: 'mailer' } } } },
    'let the agent mailer in',
  ],
  [
    { type: 'token_issued', data: { token: { bearer: { kind: 'session', person: 'ada' } } } },
    'let a browser of ada in',
  ],
  [{ type: 'token_revoked', data: { token: 'tok_1' } }, 'the token tok_1 works no longer'],
  [{ type: 'job_driven', data: { epoch: 2 } }, 'drives the job by its program'],
  [{ type: 'of_a_later_version', data: {} }, 'of_a_later_version'],
  [{ type: 'checkpoint_resolved', data: { status: 'expired', resolution: { reason: null } } }, 'it is expired'],
] as const)('an entry reads like a sentence: %s', ([event, sentence]) => {
  expect(eventSentence(event)).toBe(sentence)
})
