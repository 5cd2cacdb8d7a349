import { expect, test } from 'vitest'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { aboutOf } from './about-item.ts'

const about = (gate: object, content: object = {}) => aboutOf({ gate, content } as unknown as Checkpoint)

test.for([
  ['whom a call reaches', {}, { args: { to: 'ann', subject: 'Offer' } }, 'to ann, subject Offer'],
  ['what a call aims at', {}, { target: 'production', args: { version: 2 } }, 'production, version 2'],
  ['what is handed in', {}, { deliverable: { plan: ['read', 'write'] } }, 'plan read, write'],
  [
    'which phase is to be reviewed',
    { kind: 'phase' },
    { target: 'job-1:phase-2-tactical', tree: 'd1', deliverable: { head: 'c1' } },
    'pull request phase-2-tactical',
  ],
  ['the goal of a frame', { kind: 'push', signals: { potentialGoal: 'mend the build' } }, {}, 'mend the build'],
  ['the warning of a step', { kind: 'step', errors: [], warnings: [{ text: 'slow' }] }, {}, 'slow'],
  ['nothing where there is nothing', { kind: 'completion' }, {}, ''],
] as const)('a row tells %s', ([, gate, content, text]) => {
  expect(about(gate, content)).toBe(text)
})

test('a long text is cut where a character ends, and says so', () => {
  const text = about({}, { args: { body: `${'a'.repeat(47)}😀 and more` } })
  expect(text).toBe(`body ${'a'.repeat(47)}…`)
  const args = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`key${at}`, 'x'.repeat(40)]))
  expect(about({}, { args }).length).toBeLessThanOrEqual(141)
})
