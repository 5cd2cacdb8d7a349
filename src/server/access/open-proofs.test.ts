import { expect, test } from 'vitest'
import { CheckpointId } from '../../model/ids.ts'
import type { About } from './about.ts'
import { Challenges } from './challenges.ts'
import { OpenProofs } from './open-proofs.ts'
import { TerminalCodes } from './terminal-codes.ts'

const PLACE = { origin: 'http://localhost:7317', rpId: 'localhost' }

const about = (
  given: Partial<About> & { readonly checkpoint?: string; readonly content_hash?: string } = {},
): About => {
  const { checkpoint = 'chk-1', content_hash = 'sha256:1', ...rest } = given
  const wanted = { do: 'answer', checkpoint: CheckpointId.parse(checkpoint), content_hash } as const
  return { person: 'rob', via: 'tok-1', for: wanted, head: null, ...rest }
}

const OTHERS: readonly (readonly [what: string, about: About])[] = [
  ['person', about({ person: 'eve' })],
  ['sign-in', about({ via: 'tok-2' })],
  ['checkpoint', about({ checkpoint: 'chk-2' })],
  ['content', about({ content_hash: 'sha256:2' })],
  ['commit', about({ head: 'a'.repeat(40) })],
  ['purpose', about({ for: { do: 'add_passkey' } })],
]

test.for(OTHERS)('what was asked for one is not open for another %s', ([, other]) => {
  const open = new OpenProofs<string>(() => new Date())
  open.open(about(), 'asked')
  expect(open.take(other)).toBeUndefined()
  expect(open.take(about())).toMatchObject({ asked: 'asked' })
  expect(open.take(about())).toBeUndefined()
})

test('what was asked for is open for five minutes, and not at their end', () => {
  let now = Date.parse('2026-05-04T12:00:00Z')
  const open = new OpenProofs<string>(() => new Date(now))
  open.open(about(), 'asked')
  now += 299_999
  expect(open.find(about())).toBeDefined()
  now += 1
  expect(open.find(about())).toBeUndefined()
})

test('somebody who asks without end takes nothing from others', () => {
  const open = new OpenProofs<string>(() => new Date())
  open.open(about({ person: 'eve' }), 'hers')
  for (let count = 0; count < 1000; count += 1) open.open(about({ checkpoint: `chk-${count}` }), String(count))
  expect(open.find(about({ person: 'eve' }))).toBeDefined()
  expect(open.find(about({ checkpoint: 'chk-999' }))).toBeDefined()
  expect(open.find(about({ checkpoint: 'chk-979' }))).toBeUndefined()
})

test('what is signed is another each time, and taken as it was asked', () => {
  const challenges = new Challenges(() => new Date())
  const first = challenges.ask(about(), PLACE)
  const second = challenges.ask(about(), PLACE)
  expect(second.bytes).not.toEqual(first.bytes)
  expect(second.bytes).toHaveLength(32)
  expect(challenges.take(about())?.bytes).toEqual(second.bytes)
})

test('a code is guessed five times at most', () => {
  const shown: string[] = []
  const codes = new TerminalCodes(
    ({ code }) => shown.push(code),
    () => new Date(),
  )
  codes.ask(about())
  for (let tries = 0; tries < 4; tries += 1) expect(() => codes.take('AAAA-AAAA', about())).toThrow('not right')
  expect(codes.take(shown[0] ?? '', about())).toEqual({ at: expect.any(String) })
  codes.ask(about())
  for (let tries = 0; tries < 5; tries += 1) expect(() => codes.take('AAAA-AAAA', about())).toThrow('not right')
  expect(() => codes.take(shown[1] ?? '', about())).toThrow('not right')
})
