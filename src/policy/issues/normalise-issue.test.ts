import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Issue, SEVERITIES } from '../../model/issue.ts'
import { compileIssueWords } from './issue-words.ts'
import { normaliseIssue } from './normalise-issue.ts'

const matcher = compileIssueWords()
const severityOf = (severity: string, text = 'x') => normaliseIssue({ text, severity }, matcher).severity

test('a sentence gets its severity and category from its words', () => {
  expect(normaliseIssue('Security vulnerability', matcher)).toEqual({
    text: 'Security vulnerability',
    severity: 'high',
    category: 'security',
  })
})

test('an object without more than its text is read like the sentence', () => {
  expect(normaliseIssue({ text: 'Deprecated API' }, matcher)).toEqual(normaliseIssue('Deprecated API', matcher))
})

test('each part that is missing is filled in on its own', () => {
  expect(normaliseIssue({ text: 'Security vulnerability', severity: 'low' }, matcher)).toEqual({
    text: 'Security vulnerability',
    severity: 'low',
    category: 'security',
  })
  expect(normaliseIssue({ text: 'Security vulnerability', category: 'STYLE' }, matcher)).toEqual({
    text: 'Security vulnerability',
    severity: 'high',
    category: 'style',
  })
})

test('a suggested fix is kept, and not invented', () => {
  const issue = normaliseIssue({ text: 'x', suggested_fix: '' }, matcher)
  expect(issue).toStrictEqual({ text: 'x', severity: 'medium', category: 'other', suggested_fix: '' })
  expect(Object.keys(normaliseIssue({ text: 'x' }, matcher))).toEqual(['text', 'severity', 'category'])
})

test('a category of its own is kept as it was given', () => {
  expect(normaliseIssue({ text: 'token', category: 'Billing & Tax' }, matcher).category).toBe('Billing & Tax')
})

test.for([
  // said             severity
  ['low', 'low'],
  ['Low', 'low'],
  ['MEDIUM', 'medium'],
  ['High', 'high'],
  [' high\n', 'high'],
  ['\tlow ', 'low'],
  ['critical', 'high'],
  ['CRITICAL', 'high'],
  ['crit', 'high'],
  ['fatal', 'high'],
  ['blocker', 'high'],
  ['Blocking', 'high'],
  ['showstopper', 'high'],
  ['emergency', 'high'],
  ['emerg', 'high'],
  ['severe', 'high'],
  ['urgent', 'high'],
  ['alert', 'high'],
  ['panic', 'high'],
  ['catastrophic', 'high'],
  ['catastrophe', 'high'],
  ['disaster', 'high'],
  ['disastrous', 'high'],
  ['extreme', 'high'],
  ['highest', 'high'],
  ['very high', 'high'],
  ['VERY-HIGH', 'high'],
  ['very_high', 'high'],
  ['extremely high', 'high'],
  ['critical (production)', 'high'],
  ['error', 'medium'],
  ['info', 'medium'],
  ['trivial', 'medium'],
  ['lowest', 'medium'],
  ['very low', 'medium'],
  ['low!', 'medium'],
  ['uncritical', 'medium'],
  ['2', 'medium'],
  ['', 'medium'],
  ['__proto__', 'medium'],
] as const)('a severity given as %j is %s', ([said, severity]) => {
  expect(severityOf(said)).toBe(severity)
})

test('a severity that nobody knows does not fall back to the words of the text', () => {
  expect(severityOf('bogus', 'critical')).toBe('medium')
  expect(severityOf('bogus', 'trivial')).toBe('medium')
})

test("a project's words count", () => {
  const own = compileIssueWords({ severity: { high: ['outage'] }, category: { Ops: ['outage'] } })
  expect(normaliseIssue('An outage', own)).toMatchObject({ severity: 'high', category: 'Ops' })
})

test('any report becomes an issue with the same text', () => {
  const text = fc.string({ minLength: 1 })
  const report = fc.oneof(
    text,
    fc.record(
      { text, severity: fc.string(), category: fc.string(), suggested_fix: fc.string() },
      { requiredKeys: ['text'] },
    ),
  )
  fc.assert(
    fc.property(report, (raw) => {
      const issue = normaliseIssue(raw, matcher)
      expect(Issue.parse(issue)).toEqual(issue)
      expect(issue.text).toBe(typeof raw === 'string' ? raw : raw.text)
    }),
  )
})

test('a severity that is given wins over any text, in any case', () => {
  const given = fc
    .constantFrom(...SEVERITIES)
    .chain((severity) => fc.mixedCase(fc.constant(severity)).map((said) => ({ severity, said })))
  fc.assert(
    fc.property(given, fc.string(), ({ severity, said }, text) => {
      expect(severityOf(said, `critical minor deprecated ${text}`)).toBe(severity)
    }),
  )
})
