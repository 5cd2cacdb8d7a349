import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ARG_LIMITS } from './arg-path.ts'
import { compileArgs, freshEffort } from './match-args.ts'
import { compilePattern, type Pattern } from './pattern.ts'

test.for([
  // places                                args                                        any    every
  [{}, {}, true, true],
  [{}, { a: 1 }, true, true],
  [{ path: 'src/*' }, { path: 'src/a' }, true, true],
  [{ path: 'src/*' }, { path: 'etc/a' }, false, false],
  [{ path: 'src/*' }, {}, false, false],
  [{ path: 'src/*' }, undefined, false, false],
  [{ path: 'src/*' }, { path: {} }, false, false],
  [{ path: '*' }, { path: {} }, true, false],
  [{ path: '*' }, { path: [] }, true, false],
  [{ path: 'src/*' }, { path: ['src/a', 'src/b'] }, true, true],
  [{ path: 'src/*' }, { path: ['src/a', 'etc/b'] }, true, false],
  [{ path: 'src/*' }, { path: ['etc/b', 'src/a'] }, true, false],
  [{ path: 'src/*' }, { path: { deep: ['etc/b', { x: 'src/a' }] } }, true, false],
  [{ command: 'rm -rf *' }, { command: 'rm -rf /' }, true, true],
  [{ command: 'rm -rf *' }, { command: ['rm', '-rf', '/'] }, true, false],
  [{ command: 'rm -rf *' }, { command: ['rm', '-rf', '/', {}] }, true, false],
  [{ command: 'rm -rf *' }, { command: [['ls'], ['rm', '-rf', '/']] }, true, false],
  [{ command: 'rm -rf *' }, { command: ['rm', '-r'] }, false, false],
  [{ command: { regex: '^rm\\b' } }, { command: 'rm x' }, true, true],
  [{ command: { regex: '^rm\\b' } }, { command: 'rmdir' }, false, false],
  [{ 'options.force': 'true' }, { options: { force: true } }, true, true],
  [{ 'options.force': 'true' }, { options: { force: 'true' } }, true, true],
  [{ 'options.force': 'true' }, { options: { force: false } }, false, false],
  [{ count: '42' }, { count: 42 }, true, true],
  [{ note: 'null' }, { note: null }, true, true],
  [{ '/a.b/c': 'x' }, { 'a.b': { c: 'x' } }, true, true],
  [{ a: 'x', b: 'y' }, { a: 'x', b: 'y' }, true, true],
  [{ a: 'x', b: 'y' }, { a: 'x', b: 'n' }, false, false],
  [{ a: 'x', b: 'y' }, { a: 'n', b: 'y' }, false, false],
  [{ a: 'x', b: 'y' }, { a: 'x' }, false, false],
  [{ __proto__x: '*' }, {}, false, false],
  [{ constructor: '*' }, {}, false, false],
  [{ ['__proto__']: '*' }, {}, false, false],
  [{ '__proto__.constructor': '*' }, {}, false, false],
] as const)('%j on %j', ([places, args, any, every]) => {
  expect(compileArgs(places, 'any')(args)).toBe(any)
  expect(compileArgs(places, 'every')(args)).toBe(every)
})

test.for([
  // places                          other    any    every
  [{ files: 'src/*' }, 'n', true, false],
  [{ files: 'nothing' }, 'n', true, false],
  [{ files: 'nothing', b: 'y' }, 'y', true, false],
  [{ files: 'nothing', b: 'y' }, 'n', false, false],
] as const)('%j on more files than can be looked at, beside %j', ([places, other, any, every]) => {
  const args = { files: Array<string>(ARG_LIMITS.leaves + 1).fill('src/a'), b: other }
  expect(compileArgs(places, 'any')(args)).toBe(any)
  expect(compileArgs(places, 'every')(args)).toBe(every)
})

test('a bad path and a bad pattern are refused when the rule is prepared', () => {
  expect(() => compileArgs({ 'a..b': '*' }, 'any')).toThrow('empty part')
  expect(() => compileArgs({ a: { regex: '(' } }, 'any')).toThrow('missing closing )')
})

const word = fc.constantFrom('a', 'b', 'ab', 'a b', '')
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.constantFrom(true, null, 1),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value
const pattern: fc.Arbitrary<Pattern> = fc.oneof(
  fc.constantFrom('*', 'a*', 'a', '?', 'a b', '* *', 'true'),
  fc.constantFrom('a', '^a', 'b$', '^$').map((regex) => ({ regex })),
)
const path = fc.constantFrom('a', 'b', '*', 'a.*', 'a.0', '*.b', '/a/b')

test('what a rule could let pass, the same rule would hold', () => {
  fc.assert(
    fc.property(fc.dictionary(path, pattern, { maxKeys: 2, noNullPrototype: true }), value, (places, args) => {
      const letsPass = compileArgs(places, 'every')(args)
      const holds = compileArgs(places, 'any')(args)
      expect(letsPass && !holds).toBe(false)
    }),
    { numRuns: 1000 },
  )
})

test('a command given word by word is held like the same command in one text', () => {
  const parts = fc.array(fc.constantFrom('rm', '-rf', '/', 'ls'), { minLength: 1, maxLength: 5 })
  const glob = fc.constantFrom('rm *', 'rm -rf *', '*-rf*', 'ls')
  fc.assert(
    fc.property(parts, glob, (parts, glob) => {
      const holds = compileArgs({ command: glob }, 'any')
      const dodged = holds({ command: parts.join(' ') }) && !holds({ command: parts })
      expect(dodged).toBe(false)
    }),
  )
})

test('rules together look at only so much: beyond it one that holds applies, and one that lets pass does not', () => {
  const args = { a: 'a'.repeat(90_000) }
  const effort = freshEffort()
  const holds = compileArgs({ a: `*${'a'.repeat(45)}b*` }, 'any')
  expect([holds(args, effort), holds(args, effort), holds(args, effort)]).toEqual([false, false, true])
  expect(compileArgs({ a: 'a*' }, 'every')(args, effort)).toBe(false)
  expect(compileArgs({ a: 'a*' }, 'every')(args)).toBe(true)
})

test.for([
  ['a text', { a: 'b*' }, { a: 'xyz' }, 8],
  ['a list, word by word and as one text', { a: 'b*' }, { a: ['x', 'y'] }, 16],
] as const)('the effort of %s is what it has to look at times what the pattern weighs', ([, patterns, args, cost]) => {
  const holds = compileArgs(patterns, 'any')
  const effort = { left: cost }
  expect(holds(args, effort)).toBe(false)
  expect(effort.left).toBe(0)
  expect(holds(args, { left: cost - 1 })).toBe(true)
})

test('expressions weigh too, so that what is too dear for them is not taken for looked at', () => {
  expect(compileArgs({ a: { regex: 'b+' } }, 'any')({ a: 'xyz' }, { left: 1 })).toBe(true)
  expect(compilePattern('*abc*de').weight).toBe(4)
})
