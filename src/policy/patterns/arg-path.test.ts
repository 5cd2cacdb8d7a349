import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../model/errors.ts'
import { ARG_LIMITS, ArgPath, compileArgPath } from './arg-path.ts'

const read = (path: string, args: unknown) => compileArgPath(path)(args)
const leaves = (path: string, args: unknown) => read(path, args)?.leaves

const ARGS = {
  path: 'a.txt',
  options: { force: true, depth: 42, note: null, nested: { force: 'yes' } },
  files: ['x', { name: 'y', tags: ['t', 'u'] }, ['z']],
  'a.b': { c: 'dot', '*': 'star', 'x/y': 'slash', 'm~n': 'tilde', '~1': 'both' },
  '': { '': 'empty' },
  '*': 'top star',
}

test.for([
  ['path', ['a.txt']],
  ['options.force', ['true']],
  ['options.depth', ['42']],
  ['options.note', ['null']],
  ['options', ['true', '42', 'null', 'yes']],
  ['options.nested.force', ['yes']],
  ['options.*', ['true', '42', 'null', 'yes']],
  ['options.*.force', ['yes']],
  ['files.0', ['x']],
  ['files.1.name', ['y']],
  ['files.1.tags.1', ['u']],
  ['files', ['x', 'y', 't', 'u', 'z']],
  ['files.*', ['x', 'y', 't', 'u', 'z']],
  ['files.*.name', ['y']],
  ['files.*.0', ['z']],
  ['files.*.*', ['y', 't', 'u', 'z']],
  ['files.*.*.*', ['t', 'u']],
  ['/path', ['a.txt']],
  ['/options/force', ['true']],
  ['/files/1/tags/0', ['t']],
  ['/a.b/c', ['dot']],
  ['/a.b/*', ['star']],
  ['/a.b/x~1y', ['slash']],
  ['/a.b/m~0n', ['tilde']],
  ['/a.b/~01', ['both']],
  ['/*', ['top star']],
  ['/', ['empty']],
  ['//', ['empty']],
] as const)('%s reads %j', ([path, expected]) => {
  expect(leaves(path, ARGS)).toEqual(expected)
})

test.for([
  'nothing',
  'path.0',
  'path.length',
  'options.force.x',
  'options.note.x',
  'files.3',
  'files.-1',
  'files.00',
  'files.length',
  'files.*.length',
  'options.Force',
  'a.b',
  '/a/b',
  '/files/-',
  '/files/*',
  '/nothing/at/all',
  '__proto__',
  'constructor',
  'constructor.name',
  'toString',
  'options.__proto__',
  'options.constructor',
  'files.map',
  '/__proto__',
  '/constructor',
])('%s reads nothing', (path) => {
  expect(read(path, ARGS)).toMatchObject({ leaves: [], lists: [] })
})

test.for([undefined, null, 'text', 7, [], {}])('a path into %j reads nothing', (args) => {
  expect(read('a', args)).toMatchObject({ leaves: [], lists: [] })
  expect(read('*', args)).toMatchObject({ leaves: [], lists: [] })
})

test('a key that only looks dangerous is read when the caller wrote it', () => {
  const args: unknown = JSON.parse('{"__proto__": {"polluted": "yes"}, "constructor": "mine"}')
  expect(leaves('__proto__.polluted', args)).toEqual(['yes'])
  expect(leaves('constructor', args)).toEqual(['mine'])
  expect(leaves('*', args)).toEqual(['yes', 'mine'])
})

test('scalars of any kind have a text', () => {
  const args = { a: [true, false, 0, -1.5, 1e21, null, undefined, 10n, Symbol('s'), ''] }
  expect(leaves('a', args)).toEqual(['true', 'false', '0', '-1.5', '1e+21', 'null', 'undefined', '10', 'Symbol(s)', ''])
})

test.for([
  ['a', { a: ['rm', '-rf', '/'] }, ['rm -rf /']],
  ['a', { a: [] }, ['']],
  ['a', { a: ['one'] }, ['one']],
  ['a', { a: [1, true, null] }, ['1 true null']],
  ['a', { a: ['rm', {}, '-rf', [], '/'] }, ['rm -rf /', '', '']],
  ['a', { a: [['rm', '-rf'], ['ls']] }, ['rm -rf ls', 'rm -rf', 'ls']],
  ['a', { a: { b: ['x', 'y'], c: 'z' } }, ['x y']],
  ['a', { a: 'x' }, []],
  ['a', { a: { 0: 'x', 1: 'y' } }, []],
  ['a.*', { a: ['rm', '-rf'] }, []],
  ['*', { a: ['rm', '-rf'], b: ['ls'] }, ['rm -rf', 'ls']],
] as const)('the lists at %s of %j are joined to %j', ([path, args, expected]) => {
  expect(read(path, args)?.lists).toEqual(expected)
})

test('too many scalars cannot be told', () => {
  const many = Array<string>(ARG_LIMITS.leaves).fill('x')
  expect(leaves('a', { a: many })).toHaveLength(10_000)
  expect(read('a', { a: [...many, 'x'] })).toBeUndefined()
  expect(read('*', { a: many, b: 'x' })).toBeUndefined()
  expect(leaves('b', { a: [...many, 'x'], b: 'x' })).toEqual(['x'])
})

function nest(levels: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { k: value }
  return value
}

test('too many levels cannot be told', () => {
  expect(ARG_LIMITS.depth).toBe(100)
  expect(leaves('a', { a: nest(100) })).toEqual(['deep'])
  expect(read('a', { a: nest(101) })).toBeUndefined()
  expect(read('a', { a: nest(100_000) })).toBeUndefined()
})

test('levels are counted from the place, and beside each other they do not add up', () => {
  expect(leaves('a.k', { a: { k: nest(100) } })).toEqual(['deep'])
  expect(leaves('a', { a: Array(60).fill(nest(60)) })).toHaveLength(60)
})

test('an endless structure cannot be told', () => {
  const endless: Record<string, unknown> = {}
  endless.left = endless
  endless.right = endless
  expect(read('left', endless)).toBeUndefined()
})

test.for([
  ['', 'The path "" has an empty part; write keys with a dot as a JSON pointer, "/a.b".'],
  ['.', 'The path "." has an empty part; write keys with a dot as a JSON pointer, "/a.b".'],
  ['a..b', 'The path "a..b" has an empty part; write keys with a dot as a JSON pointer, "/a.b".'],
  ['a.', 'The path "a." has an empty part; write keys with a dot as a JSON pointer, "/a.b".'],
  ['.a', 'The path ".a" has an empty part; write keys with a dot as a JSON pointer, "/a.b".'],
  ['/a~', 'In the JSON pointer "/a~" a "~" has to be written "~0".'],
  ['/a~2b/c', 'In the JSON pointer "/a~2b/c" a "~" has to be written "~0".'],
] as const)('%j is refused: %s', ([path, message]) => {
  expect(() => compileArgPath(path)).toThrow(AppError)
  expect(() => compileArgPath(path)).toThrow(
    expect.objectContaining({ code: 'invalid_input', problems: [{ code: 'invalid_value', message, path: '' }] }),
  )
  expect(ArgPath.safeParse(path).error?.issues).toMatchObject([{ message }])
})

test('a path that can be read is a valid one', () => {
  expect(ArgPath.parse('a.*.0')).toBe('a.*.0')
  expect(ArgPath.parse('/a~0~1')).toBe('/a~0~1')
  expect(ArgPath.parse('a~')).toBe('a~')
})

test('every scalar of any value is read, by the star and by its own pointer', () => {
  const escape = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()), { noNullPrototype: true }),
      (args) => {
        expect(leaves('*', args)).toEqual(Object.values(args).map(String))
        for (const [key, value] of Object.entries(args))
          expect(leaves(`/${escape(key)}`, args)).toEqual([String(value)])
      },
    ),
  )
})

test('no path and no value make reading throw', () => {
  const path = fc.string({ unit: fc.constantFrom('a', '0', '*', '.', '/', '~0', '~1') })
  fc.assert(
    fc.property(path, fc.jsonValue(), (path, args) => {
      if (!ArgPath.safeParse(path).success) return
      expect(read(path, args)).toBeTypeOf('object')
    }),
  )
})

test('only what a star leaves open is partial', () => {
  expect(read('files.*', { files: ['x', 'y'] })).toEqual({ leaves: ['x', 'y'], lists: [] })
  expect(read('files.*.name', { files: [{ name: 'x' }, {}] })).toEqual({ leaves: ['x'], lists: [], isPartial: true })
  expect(read('files.0.name', { files: [{}] })).toEqual({ leaves: [], lists: [] })
})

test('too much at a place of which a part is open cannot be told either', () => {
  const tooLong = 'x'.repeat(ARG_LIMITS.text + 1)
  expect(read('files.*.name', { files: [{ name: tooLong }, {}] })).toBeUndefined()
})

test('a list whose words are too long together cannot be told', () => {
  const half = 'x'.repeat(ARG_LIMITS.text / 2)
  expect(leaves('a', { a: [half, half.slice(1)] })).toHaveLength(2)
  expect(read('a', { a: [half, half] })).toBeUndefined()
})
