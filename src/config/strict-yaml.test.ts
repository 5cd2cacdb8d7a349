import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { readYaml } from './strict-yaml.ts'

test('maps, lists, texts, finite decimals and booleans are read', () => {
  const text =
    'preset: jobs/partial\nlimits: {max_total_warnings: 3, share: 0.5}\nrules:\n  - "on"\n  - true\nnote: |\n  *a\n'
  expect(readYaml(text)).toMatchObject({
    value: {
      preset: 'jobs/partial',
      limits: { max_total_warnings: 3, share: 0.5 },
      rules: ['on', true],
      note: '*a\n',
    },
    warnings: [],
  })
})

test.for([
  ['an alias', 'a: *x\n', 'bad_yaml', 1, 4, 'Write the value out'],
  ['an anchor', 'a: 1\nb: &x 2\n', 'bad_yaml', 2, 4, 'Write the value out'],
  ['a pattern that YAML takes for an alias', 'tool: *.md\n', 'bad_yaml', 1, 7, 'put it in quotes'],
  ['a tag', 'a: !!str 1\n', 'bad_yaml', 1, 4, 'tag'],
  ['a tag of its own', 'a: !!js/function x\n', 'bad_yaml', 1, 4, 'tag'],
  ['a directive', '%YAML 1.1\n---\na: 1\n', 'bad_yaml', 1, 1, 'Remove the line'],
  ['a second document', 'a: 1\n---\nb: 2\n', 'bad_yaml', 2, 1, 'one document'],
  ['an empty text', '', 'bad_yaml', 1, 1, 'empty'],
  ['comments alone', '# nothing\n', 'bad_yaml', 1, 1, 'empty'],
  ['an empty document', '---\n', 'bad_yaml', 1, 1, 'empty'],
  ['a key without a value', 'preset: x\nautonomy:\n', 'invalid_type', 2, 1, 'Leave the key out'],
  ['a null', 'autonomy: ~\n', 'invalid_type', 1, 1, '"autonomy"'],
  ['a null item', 'a:\n  - null\n', 'invalid_type', 2, 5, 'null'],
  ['null alone', 'null\n', 'invalid_type', 1, 1, 'null'],
  ['a number key', '1: a\n', 'invalid_type', 1, 1, 'Put it in quotes'],
  ['a boolean key', 'on: a\n', 'invalid_type', 1, 1, 'Put it in quotes'],
  ['an empty key', ': a\n', 'invalid_type', 1, 1, 'Put it in quotes'],
  ['a list as key', '? [a]\n: b\n', 'invalid_type', 1, 3, 'must be a text'],
  ['the prototype key', 'a:\n  __proto__: {}\n', 'forbidden_key', 2, 3, '__proto__'],
  ['grouped digits', 'threshold: 1_000\n', 'invalid_value', 1, 1, '1_000'],
  ['octal', 'threshold: 0o17\n', 'invalid_value', 1, 1, '0o17'],
  ['an overflowing number', 'threshold: 1e400\n', 'invalid_value', 1, 1, 'finite'],
  ['infinity', 'threshold: -.inf\n', 'invalid_value', 1, 1, '-.inf'],
  ['not a number', 'threshold: .nan\n', 'invalid_value', 1, 1, '.nan'],
  ['an old boolean', 'suggest_in_context: yes\n', 'invalid_value', 1, 1, 'Write true'],
  ['a lone surrogate escape', 'a: "\\ud800"\n', 'bad_encoding', 1, 1, '\\ud800'],
  ['a lone surrogate', 'a: "\ud800"\n', 'bad_encoding', 1, 5, '\\ud800'],
  ['a control character', 'a: 1\n# \u001b[31m\n', 'bad_encoding', 2, 3, '\\u001b'],
  ['a carriage return that hides a line', '# calm\ra: 1\n', 'bad_encoding', 1, 7, '\\u000d'],
  ['a tab as indentation', 'a:\n\tb: 1\n', 'bad_yaml', 2, 1, 'Tabs'],
  ['a map on the line of a key', 'a: b: c\n', 'bad_yaml', 1, 4, 'on a line of its own'],
  ['a list that is not closed', 'a: [1, 2\nb: 1\n', 'bad_yaml', 2, 1, 'End it with "]"'],
  ['a map that is not closed', 'a: {x: 1\nb: 2\n', 'bad_yaml', 2, 1, 'End it with "}"'],
  ['a quote that is not closed', 'a: "abc\n', 'bad_yaml', 2, 1, 'Close it.'],
  ['a key without a space behind it', 'a:b\nc: d\n', 'bad_yaml', 1, 1, 'a space behind it'],
  ['a line that is no key', 'a: 1\nb\n', 'bad_yaml', 2, 1, 'Write "key: value".'],
  ['a line that is indented otherwise', 'a:\n  b: 1\n c: 2\n', 'bad_yaml', 3, 1, 'as many spaces'],
  ['a list on the line of its key', 'a: - b\n', 'bad_yaml', 1, 4, 'on a line of its own'],
  ['a text that begins oddly', 'a: @x\n', 'bad_yaml', 1, 4, 'in quotes'],
  ['an escape that nobody knows', 'a: "\\q"\n', 'bad_yaml', 1, 5, 'single quotes'],
  ['a bracket that nobody opened', 'a: ]\n', 'bad_yaml', 1, 4, 'nobody opened'],
  ['a comma too many', 'a: [1,, 2]\n', 'bad_yaml', 1, 7, 'Remove it.'],
  ['a comment without a space', 'a: "b"#c\n', 'bad_yaml', 1, 7, 'before the "#"'],
  ['a word behind a value', 'a: "b" c\n', 'bad_yaml', 1, 8, 'belongs to nothing'],
] as const)('%s is refused', ([, text, code, line, column, words]) => {
  const message = expect.stringContaining(words)
  expect(readYaml(text).problems).toEqual([{ code, message, path: expect.any(String), line, column }])
})

test('a duplicate key is named with both of its lines', () => {
  expect(readYaml('autonomy: manual\n# so\n"autonomy": full\n').problems).toEqual([
    {
      code: 'duplicate_key',
      message: 'The key "autonomy" is given twice, on lines 1 and 3. Keep one of them.',
      path: '/autonomy',
      line: 3,
      column: 1,
    },
  ])
})

test('a duplicate key is found at every depth', () => {
  const key = fc.stringMatching(/^[a-z]{3,8}$/)
  const wrapper = fc.oneof(key, fc.constant(undefined))
  fc.assert(
    fc.property(key, fc.array(wrapper, { maxLength: 20 }), (twice, wrappers) => {
      const text = wrappers.reduce<string>(
        (inside, outer) => (outer === undefined ? `["x", ${inside}]` : `{"${outer}": ${inside}}`),
        `{"${twice}": 1, "other key": 2, '${twice}': 3}`,
      )
      expect(readYaml(text).problems).toMatchObject([{ code: 'duplicate_key' }])
    }),
  )
})

test('a merge key is an ordinary key, and with an alias an unknown one', () => {
  expect(readYaml('<<: {a: 1}\n')).toMatchObject({ value: { '<<': { a: 1 } } })
  expect(readYaml('base: &base {a: 1}\nchild:\n  <<: *base\n').problems).toMatchObject([
    { code: 'bad_yaml', line: 1 },
    { code: 'unknown_key', path: '/child/<<', line: 3 },
    { code: 'bad_yaml', line: 3 },
  ])
})

test('all problems are reported at once and in the order of the file', () => {
  const text = 'a: yes\nb: &x 1\nc: *x\na: 2\nd:\n'
  expect(readYaml(text).problems?.map(({ code, line }) => `${code} ${line}`)).toEqual([
    'invalid_value 1',
    'bad_yaml 2',
    'bad_yaml 3',
    'duplicate_key 4',
    'invalid_type 5',
  ])
})

test('an alias bomb is refused without being set off', () => {
  const levels = Array.from({ length: 7 }, (_, level) => {
    const items = Array.from({ length: 10 }, () => (level === 0 ? 'x' : `*l${level - 1}`))
    return `l${level}: &l${level} [${items.join(', ')}]`
  })
  expect(readYaml(levels.join('\n')).problems).toMatchObject([{ code: 'bad_yaml', line: 1 }, ...Array(49).fill({})])
})

test.for([
  ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['maps', '{a: '.repeat(100_000)],
  ['block lists', `${'- '.repeat(100_000)}x`],
  ['explicit keys', '? '.repeat(100_000)],
] as const)('100,000 nested %s are refused without touching the end of the stack', ([, text]) => {
  expect(readYaml(text).problems).toMatchObject([{ code: 'too_deep', line: 1 }])
})

test('a hundred levels are read and one more is refused, in every style', () => {
  expect(readYaml('['.repeat(100) + ']'.repeat(100)).problems).toBeUndefined()
  expect(readYaml(`${'- '.repeat(100)}x`).problems).toBeUndefined()
  expect(readYaml('['.repeat(101) + ']'.repeat(101)).problems).toMatchObject([{ code: 'too_deep' }])
  expect(readYaml(`${'- '.repeat(101)}x`).problems).toMatchObject([{ code: 'too_deep' }])
  expect(readYaml(`${'[a: '.repeat(51)}x${']'.repeat(51)}`).problems).toMatchObject([{ code: 'too_deep' }])
})

test('a file of countless tiny parts is refused before it is composed', () => {
  expect(readYaml('- 1\n'.repeat(100_000)).problems).toMatchObject([{ code: 'too_large' }])
})

test('an invisible character in a comment is accepted with a warning', () => {
  expect(readYaml('# harmless\na: 1 # \u202e looks odd\n')).toMatchObject({
    value: { a: 1 },
    warnings: [{ code: 'hidden_character', line: 2, column: 8 }],
  })
})

test('a look-alike letter stays what it is, so that the key is unknown later', () => {
  expect(readYaml('\u0430utonomy: full\n')).toMatchObject({ value: { '\u0430utonomy': 'full' } })
})

test('keys and list items can be found again in the text', () => {
  const read = readYaml('# policy\na:\n  b/c: 1\nlist:\n  - x\n  - {d: 2}\n')
  if (read.problems) throw new Error('refused')
  expect(read.locate('')).toEqual({ line: 2, column: 1 })
  expect(read.locate('/a/b~1c')).toEqual({ line: 3, column: 3 })
  expect(read.locate('/list/1')).toEqual({ line: 6, column: 5 })
  expect(read.locate('/list/1/d')).toEqual({ line: 6, column: 6 })
  expect(read.locate('/list/7')).toEqual({ line: 4, column: 1 })
})

test('every value written as YAML is read back', () => {
  const text = fc.string({ unit: 'grapheme-ascii' })
  const leaf = fc.oneof(
    text,
    fc.integer(),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-5, max: 1e9 }),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, tie('list'), tie('map')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    map: fc.dictionary(fc.stringMatching(/^[a-z_]{3,8}$/), tie('value'), { maxKeys: 4 }),
  }))
  fc.assert(
    fc.property(value, (written) => {
      expect(readYaml(stringify(written, { defaultStringType: 'QUOTE_DOUBLE' }))).toMatchObject({ value: written })
    }),
  )
})

const fragment = fc.constantFrom(
  ...['a', 'b: ', '- ', '? ', ': ', '[', ']', '{', '}', ',', '&a ', '*a', '!t ', '"', "'", '|', '>', '\n', '\n  '],
  ...[' ', '\t', '#', '%', '---\n', '...\n', '<<: ', '1', 'null', '\\u', '@', '\r\n', '\ufeff', '|-\n', '\ud800'],
)
const almostYaml = fc.array(fragment, { maxLength: 16 }).map((parts) => parts.join(''))

test('any text at all is either read or refused with a place', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), almostYaml), (text) => {
      const { problems } = readYaml(text)
      if (!problems) return
      expect(problems.length).toBeGreaterThan(0)
      for (const { line, column } of problems) expect(Math.min(line ?? 0, column ?? 0)).toBeGreaterThan(0)
    }),
    { numRuns: 600 },
  )
})
