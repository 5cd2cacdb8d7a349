import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CATEGORIES, SEVERITIES } from '../../model/issue.ts'
import { compileIssueWords, ISSUE_WORDS, IssueWords } from './issue-words.ts'

const detect = (text: string) => compileIssueWords()(text)

/** Every pair of a first and a second word. */
const pairs = (first: readonly string[], second: readonly string[]) =>
  first.flatMap((one) => second.map((two) => `${one} ${two}`))

test.for([
  ['high', ['critical', 'fatal', 'security', 'vulnerability', 'breaking', 'crash', 'data loss', 'data corruption']],
  ['high', pairs(['authentication', 'authorization'], ['fail', 'failed', 'failure', 'error', 'errors'])],
  ['medium', ['deprecated', 'obsolete', 'removed in', 'will be removed']],
  ['medium', pairs(['performance'], ['issue', 'issues', 'warning', 'warnings', 'concern', 'concerns'])],
  ['medium', pairs(['should'], ['be', 'use', 'used', 'consider', 'considered'])],
  ['low', ['minor', 'trivial', 'cosmetic', 'optional', 'optionally']],
  ['low', pairs(['style', 'format', 'lint'], ['issue', 'issues', 'warning', 'warnings', 'error', 'errors'])],
] as const)('the words of severity %s: %j', ([severity, texts]) => {
  const others = (write: (text: string) => string) => texts.filter((text) => detect(write(text)).severity !== severity)
  expect(others((text) => text)).toEqual([])
  expect(others((text) => `Here: ${text.toUpperCase()}!`)).toEqual([])
  // An unknown text is `medium` too, so the words for it are shown by winning over `low`.
  expect(others((text) => `minor: ${text}`)).toEqual([])
  expect(texts.filter((text) => detect(`x${text}`).severity !== 'medium')).toEqual([])
})

test.for([
  ['security', ['security', 'vulnerability', 'exploit', 'xss', 'csrf', 'sql injection']],
  ['security', ['credential', 'password', 'secret', 'token']],
  ['security', pairs(['auth', 'permission', 'access'], ['error', 'errors', 'denied', 'fail', 'failed', 'failure'])],
  ['deprecation', ['deprecated', 'obsolete', 'legacy']],
  ['deprecation', ['will be removed in', 'will be removed by', 'replaced by', 'replaced with']],
  ['performance', ['performance', 'speed', 'latency', 'bundle size', 'timeout']],
  ['performance', pairs(['memory', 'heap', 'ram'], ['usage', 'usages', 'leak', 'leaks', 'leaking'])],
  ['validation', ['valid', 'invalid', 'validation']],
  ['validation', pairs(['schema'], ['error', 'errors', 'mismatch', 'mismatches'])],
  ['validation', pairs(['required', 'missing'], ['field', 'fields', 'property', 'parameter', 'parameters'])],
  ['compatibility', ['compatible', 'incompatible', 'version', 'upgrade', 'migration']],
  ['compatibility', pairs(['breaking'], ['change', 'changes', 'update', 'updated'])],
  ['configuration', ['config', 'configuration', 'setting']],
  ['configuration', pairs(['env', 'environment'], ['variable', 'variables', 'var', 'vars'])],
  ['configuration', pairs(['missing'], ['configs', 'settings'])],
  ['style', ['style', 'format', 'lint', 'eslint', 'prettier', 'tslint', 'naming', 'indent', 'whitespace']],
] as const)('the words of category %s: %j', ([category, texts]) => {
  const others = (write: (text: string) => string) => texts.filter((text) => detect(write(text)).category !== category)
  expect(others((text) => text)).toEqual([])
  expect(others((text) => `Here: ${text.toUpperCase()}!`)).toEqual([])
  expect(texts.filter((text) => detect(`x${text}`).category !== 'other')).toEqual([])
})

test.for([
  // text                                          severity  category
  ['Style issue', 'low', 'style'],
  ['Deprecated API', 'medium', 'deprecation'],
  ['Security vulnerability', 'high', 'security'],
  ['Minor validation error', 'low', 'validation'],
  ['Line too long', 'medium', 'other'],
  ['', 'medium', 'other'],
  ['Something failed with an error', 'medium', 'other'],
  ['Authentication failed', 'high', 'other'],
  ['Authentication has failed', 'medium', 'other'],
  ['Breaking change in version 3', 'high', 'compatibility'],
  ['A missing parameter', 'medium', 'validation'],
  ['Optional setting is not set', 'low', 'configuration'],
  ['Minor: deprecated, and a security hole', 'high', 'security'],
  ['Minor: this is deprecated', 'medium', 'deprecation'],
  ['Memory leak detected', 'medium', 'performance'],
  ['A memory bank leak', 'medium', 'other'],
] as const)('%j is %s, %s', ([text, severity, category]) => {
  expect(detect(text)).toEqual({ severity, category })
})

test.for([
  'insecurity',
  'securityless',
  'crashed',
  'tokenizer',
  'security_level',
  'sécurity',
  'security\u0301',
  'reformatted',
  'unauth errors',
  'dataloss',
  'removed internally',
])('%j holds no word of the table', (text) => {
  expect(detect(text)).toEqual({ severity: 'medium', category: 'other' })
})

test('a word between signs, emoji or letters of no word is found', () => {
  expect(detect('🔥critical🔥')).toMatchObject({ severity: 'high' })
  expect(detect('致命: fatal。')).toMatchObject({ severity: 'high' })
  expect(detect('acceß denied')).toMatchObject({ category: 'security' })
})

test('categories are tried in their order', () => {
  const texts = ['token', 'legacy', 'speed', 'valid', 'upgrade', 'config', 'naming']
  for (const [place, category] of CATEGORIES.slice(0, -1).entries()) {
    expect(detect(texts.slice(place).toReversed().join(' ')).category).toBe(category)
  }
})

test('the built-in table is itself a valid list of words', () => {
  expect(IssueWords.parse(ISSUE_WORDS)).toEqual(ISSUE_WORDS)
})

test('a project adds words, and the built-in ones stay', () => {
  const own = compileIssueWords(
    IssueWords.parse({
      severity: { high: ['outage*'], medium: ['flaky'], low: ['typo|typos'] },
      category: { performance: ['slow query|queries'], STYLE: ['typo'] },
    }),
  )
  expect(own('Two outages')).toEqual({ severity: 'high', category: 'other' })
  expect(own('a typo in a flaky test')).toEqual({ severity: 'medium', category: 'style' })
  expect(own('typos')).toEqual({ severity: 'low', category: 'other' })
  expect(own('Slow queries')).toEqual({ severity: 'medium', category: 'performance' })
  expect(own('critical latency')).toEqual({ severity: 'high', category: 'performance' })
  expect(own('minor naming')).toEqual({ severity: 'low', category: 'style' })
  expect(own('a typo in a token')).toEqual({ severity: 'low', category: 'security' })
})

test('a project cannot make a built-in word milder', () => {
  const own = compileIssueWords({ severity: { low: ['critical', 'deprecated'] } })
  expect(own('critical').severity).toBe('high')
  expect(own('deprecated').severity).toBe('medium')
})

test("a project's own categories are tried before the built-in ones, in its order", () => {
  const own = compileIssueWords({
    category: { Billing: ['invoice'], other: ['misc'], constructor: ['invoice', 'builder'] },
  })
  expect(own('Invalid invoice token').category).toBe('Billing')
  expect(own('Invalid builder').category).toBe('constructor')
  expect(own('misc token').category).toBe('security')
  expect(own('misc').category).toBe('other')
})

test.for([
  ['an unknown severity', { severity: { critical: ['x'] } }],
  ['an unknown part', { severities: {} }],
  ['a phrase that is none', { severity: { high: ['(a+)+$'] } }],
  ['a phrase that is none in a category', { category: { style: ['*'] } }],
  ['a category without a name', { category: { '': ['x'] } }],
  ['a list that is a text', { category: { style: 'x' } }],
  ['null', { severity: null }],
  ['501 phrases', { severity: { low: Array(501).fill('x') } }],
] as const)('%s in a word list is refused', ([, words]) => {
  expect(IssueWords.safeParse(words).success).toBe(false)
})

test('empty word lists change nothing', () => {
  const own = compileIssueWords(IssueWords.parse({ severity: {}, category: {} }))
  expect(own('critical token')).toEqual(detect('critical token'))
  expect(compileIssueWords(IssueWords.parse({}))('minor')).toEqual(detect('minor'))
})

const anyCharacter = fc.nat(0x10ffff).map((point) => String.fromCodePoint(point))
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(fc.constantFrom('critical', 'should', 'use', 'style', 'error', 'auth', 'data', 'loss', 'ß', '-', ' '), {
      maxLength: 8,
    })
    .map((parts) => parts.join(' ')),
)

test('any text has a severity and a category', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { severity, category } = detect(text)
      expect(SEVERITIES).toContain(severity)
      expect(CATEGORIES).toContain(category)
    }),
  )
})

test('case never matters', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(detect(text.toUpperCase())).toEqual(detect(text))
      expect(detect(text.toLowerCase())).toEqual(detect(text))
    }),
  )
})

test('adding a sentence never makes an issue with a known severity milder', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom('critical', 'deprecated'), (text, word) => {
      const before = SEVERITIES.indexOf(detect(word).severity)
      expect(SEVERITIES.indexOf(detect(`${word}. ${text}`).severity)).toBeGreaterThanOrEqual(before)
    }),
  )
})
