import fc from 'fast-check'
import { expect, test } from 'vitest'
import { branchName, parseBranchName, readPushedRef } from './branch-name.ts'

// biome-ignore format: a table
test.for([
  [1, 'strategic', 1, 'phase-1-strategic'],
  [2, 'tactical',  1, 'phase-2-tactical'],
  [2, 'tactical',  3, 'phase-2-tactical-rev-3'],
  [12, 'build-it', 10, 'phase-12-build-it-rev-10'],
] as const)('phase %i %s, entry %i', ([number, type, entry, name]) => {
  expect(branchName({ number, type, entry })).toBe(name)
  expect(parseBranchName(name)).toEqual({ number, type, entry })
})

test('a name that can not stand in a branch is made plain, and told apart by a hash', () => {
  expect(branchName({ number: 1, type: 'Build & Test', entry: 1 })).toMatch(/^phase-1-build-test-[0-9a-f]{8}$/)
  expect(branchName({ number: 1, type: 'Build + Test', entry: 1 })).not.toBe(
    branchName({ number: 1, type: 'Build & Test', entry: 1 }),
  )
  expect(branchName({ number: 1, type: 'Планирование', entry: 1 })).toMatch(/^phase-1-[0-9a-f]{8}$/)
})

test('a type never reads as a later entry of another type', () => {
  const sly = branchName({ number: 1, type: 'tactical-rev-2', entry: 1 })
  expect(sly).not.toBe(branchName({ number: 1, type: 'tactical', entry: 2 }))
})

test('any two phases have different branches, and each reads back', () => {
  const types = fc.oneof(fc.string(), fc.constantFrom('rev-2', 'x-rev-2', 'x', 'X', 'x-', 'strategic', '-x', ''))
  const entries = fc.record({ number: fc.nat(30).map((n) => n + 1), type: types, entry: fc.nat(11).map((n) => n + 1) })
  fc.assert(
    fc.property(entries, entries, (one, other) => {
      const same = one.number === other.number && one.type === other.type && one.entry === other.entry
      expect(branchName(one) === branchName(other)).toBe(same)
      expect(parseBranchName(branchName(one))).toMatchObject({ number: one.number, entry: one.entry })
    }),
  )
})

test.for([0, -1, 1.5, Number.NaN, 1e12])('a phase of number %d has no branch', (number) => {
  expect(() => branchName({ number, type: 'tactical', entry: 1 })).toThrow('whole numbers')
})

test('the branch of a phase may be pushed to', () => {
  expect(readPushedRef('refs/heads/phase-1-strategic')).toBe('phase-1-strategic')
})

// biome-ignore format: a table
test.for([
  'refs/heads/main', 'refs/heads/HEAD', 'HEAD', 'refs/heads/-x', 'refs/heads/--upload-pack=x', 'refs/heads/refs/heads/main',
  `refs/heads/${'a'.repeat(40)}`, 'refs/heads/$(id)', 'refs/heads/a;id', 'refs/foo/bar', 'refs/notes/commits', 'refs/tags/v1',
  'refs/replace/e63ef79b1b97a617485d8f780552ea3acdc9e20a', 'refs/leeway/history/1', 'phase-1-strategic', 'refs/heads/phase-0-x',
  'refs/heads/phase-01-x', 'refs/heads/phase-1-x-rev-1', 'refs/heads/phase-1-x-rev-02', 'refs/heads/phase-1-', 'refs/heads/phase-1-X',
  'refs/heads/phase-1-x/../main', 'refs/heads/phase-1-x\n', 'refs/heads/phase-1-x\u202e', 'refs/heads/phase-1-x.lock', '',
  `refs/heads/phase-1-${'x'.repeat(61)}`, 'REFS/heads/phase-1-x', 'refs/heads/phase-1-x rev',
])('%j may not be pushed to', (ref) => {
  expect(() => readPushedRef(ref)).toThrow(expect.objectContaining({ code: 'ref_refused' }))
})
