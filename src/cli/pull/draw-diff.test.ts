import { expect, test } from 'vitest'
import { ThreadId } from '../../model/ids.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import { aHunk, aShownFile } from '../../testing/shown-file.ts'
import { drawDiff } from './draw-diff.ts'

const PAGE = { width: 100, paint: (_format: unknown, text: string) => text, spell: (text: string) => text }
const FILE = aShownFile('a.ts', [aHunk(3, [' three', '-four', '+FOUR', ' five'])])
const place = { path: 'a.ts', first: 4, last: 4 }
const aThread = (id: string, side: 'old' | 'new', more: Partial<ReviewThread> = {}) =>
  ({
    ...{ id: ThreadId.parse(id), round: 1, state: 'open', kind: 'nit', place, suggestion: null, applied: null },
    ...{ messages: [{ by: { kind: 'person', id: 'ada' }, at: '', text: `About ${id}` }], answers: [] },
    anchor: { ...place, side, kind: 'lines', quote: ['four'], before: [], after: [] },
    ...more,
  }) as ReviewThread

const drawn = (threads: readonly ReviewThread[], shown: { round?: number; since?: number } = {}, files = [FILE]) =>
  drawDiff(
    { from: 'a', to: 'b', files },
    { threads, shown: { round: 2, newest: 2, ...shown }, pull: 'j:p', returned: [] },
    PAGE,
  )
    .split('\n')
    .filter((line) => /^ *\d|About|on (lines|files)/.test(line))
    .map((line) => line.replace(/^.*│ ada: /, '').trim())

test('a thread stands under its line, on its side', () => {
  expect(drawn([aThread('t1', 'new'), aThread('t2', 'old')])).toEqual([
    ...['3    3   three', '4      - four', 'About t2', '4 + FOUR', 'About t1', '5    5   five'],
  ])
})

test('a thread names all lines that it is about, as they are given to pr comment', () => {
  const threads = [aThread('t1', 'new', { place: { path: 'a.ts', first: 4, last: 5 } }), aThread('t2', 'old')]
  const shown = { threads, shown: { round: 2, newest: 2 }, pull: 'j:p', returned: [] }
  const text = drawDiff({ from: 'a', to: 'b', files: [FILE] }, shown, PAGE)
  expect(text).toMatch(/a\.ts:4-5 {2}t1/)
  // The same number is another line on the other side.
  expect(text).toMatch(/a\.ts:4 \(old\) {2}t2/)
})

test('a thread whose lines are not shown comes with them, and with how many more there are', () => {
  const far = { path: 'a.ts', first: 90, last: 101 }
  const quote = Array.from({ length: 12 }, (_, at) => `line ${at + 90}`)
  const anchor = { ...far, side: 'new', kind: 'lines', quote, before: [], after: [] } as const
  const shown = { threads: [aThread('t1', 'new', { place: far, anchor })], shown: { round: 2, newest: 2 } }
  const text = drawDiff({ from: 'a', to: 'b', files: [FILE] }, { ...shown, pull: 'j:p', returned: [] }, PAGE)
  expect(text).toMatch(
    /does not show\n.*a\.ts:90-101 {2}t1\n *│ Of these lines:\n *│ line 90\n[^]*│ line 99\n *│ \(and 2 more lines\)\n *│ ada: About t1$/,
  )
  // Under its lines they are there to be read.
  const here = { ...shown, threads: [aThread('t1', 'new')] }
  expect(drawDiff({ from: 'a', to: 'b', files: [FILE] }, { ...here, pull: 'j:p', returned: [] }, PAGE)).not.toContain(
    'Of these lines',
  )
})

test('what somebody wrote in lines is read in lines, each with its bar', () => {
  const messages = [{ by: { kind: 'person', id: 'ada' }, at: '', text: 'Which table?\nAnd who\u0007 keeps it?' }]
  const shown = { threads: [aThread('t1', 'new', { messages } as never)], shown: { round: 2, newest: 2 } }
  const text = drawDiff({ from: 'a', to: 'b', files: [FILE] }, { ...shown, pull: 'j:p', returned: [] }, PAGE)
  expect(text).toMatch(/│ ada: Which table\?\n +│ And who\\u0007 keeps it\?/)
})

test.for([
  ['between two rounds, what was is another text', [aThread('t1', 'old')], { since: 1 }],
  ['in an earlier round, one of a later round has no line', [aThread('t1', 'new', { round: 2 })], { round: 1 }],
  ['lines that are gone have none', [aThread('t1', 'new', { place: null })], {}],
] as const)('a thread is never put under a line of another text: %s', ([, threads, shown]) => {
  expect(drawn(threads, shown).slice(-2)).toEqual(['on lines that this does not show', 'About t1'])
})

test('in an earlier round a thread of that round stands where it was written, wherever it is by now', () => {
  const moved = aThread('t1', 'new', { place: { path: 'a.ts', first: 90, last: 90 } })
  const lines = drawn([moved], { round: 1 })
  expect(lines[lines.indexOf('About t1') - 1]).toBe('4 + FOUR')
})

test('a thread on what was stays with a file that was moved, and one on a file that is not shown comes last', () => {
  const old = { path: 'b.ts', mode: '100644', object: 'a'.repeat(40) }
  const moved = aShownFile('a.ts', FILE.hunks, { old_path: 'b.ts', change: 'renamed', old })
  const away = { place: { ...place, path: 'away.ts' } }
  const threads = [aThread('t1', 'old', { place: { ...place, path: 'b.ts' } }), aThread('t2', 'new', away)]
  const lines = drawn(threads, {}, [moved])
  expect(lines[lines.indexOf('About t1') - 1]).toBe('4      - four')
  expect(lines.slice(-2)).toEqual(['on files that this does not show', 'About t2'])
})

test('a line that is longer than the page goes on beside the numbers, and is never cut', () => {
  const text = `const words = '${'abc '.repeat(40)}'`
  const file = aShownFile('a.ts', [aHunk(1, [`+${text}`])])
  const shown = { threads: [], shown: { round: 1, newest: 1 }, pull: 'j:p', returned: [] }
  const lines = drawDiff({ from: 'a', to: 'b', files: [file] }, shown, { ...PAGE, width: 60 }).split('\n')
  expect(lines.every((line) => line.length <= 60)).toBe(true)
  const [first = '', ...rest] = lines.filter((line) => /^ +1 \+|^ +↪/.test(line))
  expect(first).toMatch(/^ {8}1 \+ const words/)
  expect(rest.length).toBeGreaterThan(1)
  const parts = [first.slice('        1 + '.length), ...rest.map((line) => line.slice('          ↪ '.length))]
  expect(parts.join('')).toBe(text)
})

test('a part that came back as it was rejected says so beside its place, and a whole file beside its name', () => {
  const hunk = FILE.hunks[0]?.hash ?? ''
  const judged = { path: 'old.ts', hash: 'before' }
  const flags = (hash: string, path = 'a.ts') =>
    drawDiff(
      { from: 'a', to: 'b', files: [FILE] },
      { threads: [], shown: { round: 2, newest: 2 }, pull: 'j:p', returned: [{ path, hash, judged }] },
      PAGE,
    )
      .split('\n')
      .flatMap((line, at) => (line.includes('! came back as it was rejected') ? [at] : []))
  expect([flags(hunk), flags(FILE.hash), flags(hunk, 'b.ts')]).toEqual([[1], [1], []])
})

test('a tab in code is drawn as room up to the next stop, in lines, quotes and suggestions, and other controls stay visible', () => {
  const file = aShownFile('a.go', [aHunk(1, ['+\tif err != nil {', '+a\u001b[31m'])])
  const gone = { ...aThread('t1', 'new'), place: null, suggestion: '\tc' }
  const anchor = gone.anchor && { ...gone.anchor, path: 'a.go', quote: ['\tq'] }
  const around = { threads: [{ ...gone, anchor }], shown: { round: 2, newest: 2 }, pull: 'j:p', returned: [] }
  const text = drawDiff({ from: 'a', to: 'b', files: [file] }, around, PAGE)
  expect(text).toContain('+     if err != nil {')
  expect(text).toContain('+ a\\u001b[31m')
  expect(text).toContain('│     q')
  expect(text).toContain('│       c')
  expect(text).not.toContain('u0009')
})

test('what was long in code, in a thread or about a file stays on the page, and nothing of it is lost', () => {
  const page = { ...PAGE, width: 80 }
  const long = Array.from({ length: 30 }, (_, at) => `word${at}`).join('-')
  const gone = { ...aThread('t1', 'new'), place: null, suggestion: long }
  const anchor = gone.anchor && { ...gone.anchor, path: 'a.bin', quote: [long] }
  const findings = ['It is a file that can be run, which it was not before, and that is told at length, over the edge.']
  const file = aShownFile('a.bin', [], { binary: true, unshown: 'binary', findings })
  const pull = 'job_0mwmd61l99Hzh8kgJRgDTsyLa:phase-3-strategic'
  const around = { threads: [{ ...gone, anchor }], shown: { round: 2, newest: 2 }, pull, returned: [] }
  const lines = drawDiff({ from: 'a', to: 'b', files: [file] }, around, page).split('\n')
  const command = `      leeway pr file ${pull} a.bin --out FILE`
  // A command is copied whole.
  expect(lines).toContain(command)
  expect(lines.filter((line) => line.length > 80 && line !== command)).toEqual([])
  expect(
    lines
      .map((line) => line.replace(/^ *│ *(↪ )?/, ''))
      .join('')
      .split(long),
  ).toHaveLength(3)
})

test('what was fixed is named by its commit, or else by the round in which that was said', () => {
  const answers = [
    { did: 'fixed', text: 'A.', at: '1', commit: 'a'.repeat(40), round: 2 },
    { did: 'fixed', text: 'B.', at: '2', commit: null, round: 3 },
    { did: 'declined', text: 'C.', at: '3', commit: null, round: 4 },
  ] as const
  const around = {
    threads: [aThread('t1', 'new', { answers })],
    shown: { round: 2, newest: 2 },
    pull: 'j:p',
    returned: [],
  }
  const text = drawDiff({ from: 'a', to: 'b', files: [FILE] }, around, PAGE)
  expect(text.match(/agent: .*/g)).toEqual([
    ...['agent: fixed in aaaaaaaaaa. A.', 'agent: fixed in round 3. B.', 'agent: declined. C.'],
  ])
})
