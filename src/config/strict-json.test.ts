import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson, readLocatedJson } from './strict-json.ts'

const ordinary = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'))

test('every text that JSON.stringify writes is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(ordinary, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(readJson(text)).toMatchObject({ value: JSON.parse(text) })
      expect(readLocatedJson(text)).toMatchObject({ value: JSON.parse(text) })
    }),
  )
})

const fragment = fc.constantFrom(
  ...'{}[],:"\\ \n\u00a0\ufeff',
  'true',
  'null',
  '-1',
  '0.5e',
  '1e400',
  '"a":',
  '\\ud800',
  '\\u00',
)
const almostJson = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''))

test('any text at all is either read or refused with a place, exactly where JSON.parse refuses it too', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), almostJson), (text) => {
      const { problems = [] } = readJson(text)
      expect(problems.some(({ code }) => code === 'bad_json')).toBe(!parses(text) && !problems.some(isTooDeep))
      for (const { line, column } of problems) expect(Math.min(line ?? 0, column ?? 0)).toBeGreaterThan(0)
    }),
    { numRuns: 600 },
  )
})

test('a key given twice is found at every depth', () => {
  const key = fc.string().filter((text) => text !== '__proto__')
  const wrapper = fc.oneof(key, fc.constant(undefined))
  fc.assert(
    fc.property(key, fc.jsonValue({ maxDepth: 1 }), fc.array(wrapper, { maxLength: 20 }), (twice, value, wrappers) => {
      const name = JSON.stringify(twice)
      const spelled =
        twice === ''
          ? name
          : `"\\u${twice.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(escapedLength(name))}`
      const inner = `{${name}:1, "other key": ${JSON.stringify(value)}, ${spelled}:2}`
      const text = wrappers.reduce<string>((inside, outer) => wrap(inside, outer), inner)
      expect(readJson(text).problems?.map(({ code }) => code)).toContain('duplicate_key')
    }),
  )
})

test.for([
  ['{"a":{"b/c":1,"x":2,"b/c":3}}', 'duplicate_key', '/a/b~1c', 1, 21],
  ['{"autonomy":"manual",\n"autonomy":"full"}', 'duplicate_key', '/autonomy', 2, 1],
  ['[{"__proto__":{"x":1}}]', 'forbidden_key', '/0/__proto__', 1, 3],
  ['{"\\u005f_proto__":1}', 'forbidden_key', '/__proto__', 1, 2],
  ['{"n":[1,1e400]}', 'invalid_value', '/n/1', 1, 9],
  ['{"n":-1e999}', 'invalid_value', '/n', 1, 6],
  ['{"reason":"\\ud800"}', 'bad_encoding', '/reason', 1, 11],
  ['{"reason":"\udc00 raw"}', 'bad_encoding', '/reason', 1, 11],
  ['{"\\uDEAD":1}', 'bad_encoding', '/\udead', 1, 2],
  ['', 'bad_json', '', 1, 1],
  ['{"a":NaN}', 'bad_json', '', 1, 6],
  ['{"a":-Infinity}', 'bad_json', '', 1, 6],
  ['[1,]', 'bad_json', '', 1, 4],
  ["{'a':1}", 'bad_json', '', 1, 2],
  ['{"a":1}{"a":1}', 'bad_json', '', 1, 8],
  ['{\n  "a": "open\n}', 'bad_json', '', 2, 13],
  ['\ufeff{}', 'bad_json', '', 1, 1],
] as const)('%j is refused as %s', ([text, code, path, line, column]) => {
  expect(readJson(text).problems).toEqual([{ code, message: expect.any(String), path, line, column }])
})

test('a syntax error says in its sentence where it is and what was expected', () => {
  expect(readJson('{\n"a" 1}').problems?.[0]?.message).toBe('Expected ":" at line 2, column 5, but "1" stands there.')
})

test('a duplicate key names both of its places', () => {
  expect(readJson('{"a":1,\n"a":2}').problems?.[0]?.message).toContain('lines 1 and 2')
  expect(readJson('{"a":1,"a":2}').problems?.[0]?.message).toContain('is given twice, in columns 2 and 8.')
})

test('all problems of one text are reported at once, up to a bound', () => {
  expect(readJson('{"a":1,"a":1e400,"__proto__":"\\ud800"}').problems?.map(({ code }) => code)).toEqual([
    'duplicate_key',
    'invalid_value',
    'forbidden_key',
    'bad_encoding',
  ])
  expect(readJson(`[${'1e400,'.repeat(1000)}1]`).problems).toHaveLength(50)
})

test('a pair of surrogates is a character, escaped or not', () => {
  expect(readJson('"\\ud83d\\ude00"')).toMatchObject({ value: '\u{1f600}' })
  expect(readJson('"\u{1f600}"')).toEqual({ value: '\u{1f600}' })
})

test('punctuation inside strings counts for nothing', () => {
  const value = { 'a:b': '{"c":[[[', '\\': '\\"', 'd"': ':\\\\' }
  expect(readJson(JSON.stringify(value))).toMatchObject({ value })
})

test('a hundred levels are read and one more is refused', () => {
  expect(readJson('['.repeat(100) + ']'.repeat(100)).problems).toBeUndefined()
  expect(readJson('['.repeat(101) + ']'.repeat(101)).problems).toMatchObject([{ code: 'too_deep', column: 101 }])
})

test.for([
  ['open brackets', '['.repeat(100_000)],
  ['closed brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
] as const)('100,000 nested %s are refused without touching the end of the stack', ([, text]) => {
  expect(readJson(text).problems).toMatchObject([{ code: 'too_deep' }])
})

test('keys and list items can be found again in the text', () => {
  const read = readLocatedJson('{\n  "a": [1,\n    {"b": 2}]\n}')
  if (read.problems) throw new Error('refused')
  expect(read.locate('')).toEqual({ line: 1, column: 1 })
  expect(read.locate('/a')).toEqual({ line: 2, column: 3 })
  expect(read.locate('/a/1/b')).toEqual({ line: 3, column: 6 })
  expect(read.locate('/a/1/missing')).toEqual({ line: 3, column: 5 })
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isTooDeep({ code }: { code: string }): boolean {
  return code === 'too_deep'
}

function wrap(inside: string, key: string | undefined): string {
  return key === undefined ? `[0, ${inside}]` : `{${JSON.stringify(key)}: ${inside}}`
}

/** How much of a quoted key its opening quote and first character take. */
function escapedLength(name: string): number {
  if (name[1] !== '\\') return 2
  return name[2] === 'u' ? 7 : 3
}

test.for(['9007199254740993', '-9007199254740993', '123456789012345678'])(
  'an integer that would be read as another one is refused: %s',
  (number) => {
    expect(readJson(`{"a":{"n":${number}}}`).problems).toMatchObject([
      { code: 'invalid_value', path: '/a/n', message: expect.stringContaining('Write it as a text.') },
    ])
  },
)

test.for([
  '9007199254740991',
  '9007199254740992',
  '100000000000000000000',
  '12345678901234567000',
  '1e20',
  '0.1',
  '-0',
])('a number that is read as it was written passes: %s', (number) => {
  expect(readJson(`[${number}]`)).toMatchObject({ value: [Number(number)] })
})
