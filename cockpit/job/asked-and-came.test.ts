import { expect, test } from 'vitest'
import type { LogEvent } from '../data/use-job.ts'
import { askedIn, cameIn, gateIn, wordsIn } from './asked-and-came.ts'

function entry(type: string, data: object): LogEvent {
  return { type, data } as LogEvent
}

const CONTENT = { tool: 'send', args: { to: 'ann' } }

test.for<[type: string, data: object]>([
  ['gate_decided', { content: CONTENT, content_hash: 'h' }],
  ['checkpoint_opened', { checkpoint: { content: CONTENT, content_hash: 'h' } }],
  ['checkpoint_revised', { content: CONTENT, content_hash: 'h' }],
  ['attempt_claimed', { attempt: { content: CONTENT, content_hash: 'h' } }],
])('%s says what was asked, whole', ([type, data]) => {
  expect(askedIn(entry(type, data))).toEqual({ content: CONTENT, hash: 'h' })
})

test.for<[type: string, data: object, came: readonly object[]]>([
  ['attempt_ended', { outcome: { value: { id: 1 } } }, [{ as: 'result', value: { id: 1 } }]],
  ['attempt_ended', { outcome: { value: null } }, [{ as: 'result', value: null }]],
  ['attempt_ended', { outcome: { error: 'ENOENT' } }, [{ as: 'error', value: 'ENOENT' }]],
  ['attempt_ended', { outcome: { value: null, left_out: 'Too long.' } }, [{ as: 'left out', value: 'Too long.' }]],
  ['attempt_ended', { outcome: { settled: 'I saw it.' } }, []],
  // An agent over HTTP reports what it likes.
  [
    'attempt_ended',
    { outcome: { value: 1, error: 2, other: 3 } },
    [{ as: 'result', value: { value: 1, error: 2, other: 3 } }],
  ],
  ['attempt_ended', { outcome: ['a'] }, [{ as: 'result', value: ['a'] }]],
  ['attempt_ended', { outcome: null }, []],
  ['step_recorded', { outcome: { ok: true, value: 'x' } }, [{ as: 'result', value: 'x' }]],
  ['phase_recorded', { outcome: { ok: false, error: 'no', code: 'c' } }, [{ as: 'error', value: 'no' }]],
  ['checkpoint_resolved', { resolution: { value: null } }, [{ as: 'response', value: null }]],
  ['checkpoint_resolved', { resolution: { reason: 'so' } }, []],
  ['job_moved', { to: 'completed', outcome: { said: 'Done.' } }, [{ as: 'result', value: { said: 'Done.' } }]],
])('%s of %j came to %j', ([type, data, came]) => {
  expect(cameIn(entry(type, data))).toEqual(came)
})

test("the agent's words are no part of what was asked", () => {
  const held = entry('checkpoint_opened', { checkpoint: { content: CONTENT, content_hash: 'h', title: 'Harmless.' } })
  expect(wordsIn(held)).toBe('Harmless.')
  expect(JSON.stringify(askedIn(held))).not.toContain('Harmless.')
})

test('a question of a kind that nobody knows is no question to be told', () => {
  expect(gateIn(entry('gate_decided', { kind: 'tool', content: CONTENT }))).toMatchObject({ tool: 'send' })
  expect(gateIn(entry('gate_decided', { kind: 'dance', content: { gate: { kind: 'dance' } } }))).toBeUndefined()
})
