import { expect, test } from 'vitest'
import { parseGate } from '../../src/model/parse-gate.ts'
import { askedText } from './asked-parts.ts'

test.for([
  [{ kind: 'tool', tool: 'send_mail' }, 'mailer wants to run send_mail', 'mailer wanted to run send_mail'],
  [
    { kind: 'action', confidence: 1, action: { name: 'write' } },
    'mailer proposes an action: write',
    'mailer proposed an action: write',
  ],
  [{ kind: 'checkpoint', type: 'note' }, 'mailer hands in a note', 'mailer handed in a note'],
  [
    { kind: 'phase', phase: 'strategic', number: 3 },
    'mailer has finished phase 3, strategic, and asks whether to go on',
    'mailer had finished phase 3, strategic, and asked whether to go on',
  ],
  [{ kind: 'phase_start', phase: 'build' }, 'mailer asks to begin phase build', 'mailer asked to begin phase build'],
  [{ kind: 'completion' }, 'mailer says that the whole job is done', 'mailer said that the whole job was done'],
  [
    { kind: 'step', phase: 'build', status: 'warning' },
    'A step of build ended with a warning: may mailer go on?',
    'A step of build ended with a warning, and mailer asked to go on',
  ],
  [
    { kind: 'intent', confidence: 0.3 },
    'mailer asks whether it has understood what is wanted',
    'mailer asked whether it had understood what was wanted',
  ],
] as const)('a gate %j is told in a sentence, and in the past when it is over', ([given, now, then]) => {
  const asking = { agent: 'mailer', gate: parseGate(given) }
  expect([askedText(asking), askedText(asking, 'then')]).toEqual([now, then])
})
