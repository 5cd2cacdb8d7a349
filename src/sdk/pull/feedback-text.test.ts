import { expect, test } from 'vitest'
import type { Remark } from '../../model/checkpoint.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import type { Feedback } from './feedback.ts'
import { feedbackText } from './feedback-text.ts'

const ada = { kind: 'person', id: 'ada' }
const at = (minute: number) => `2026-11-16T12:0${minute}:00.000Z`

const thread = (id: string, more: object = {}) =>
  ({
    ...{ id, kind: 'blocking', state: 'open', anchor: null, place: null, suggestion: null, applied: null },
    ...{ messages: [{ by: ada, at: at(1), text: 'Louder.' }], answers: [], ...more },
  }) as unknown as ReviewThread

const feedback = (more: object): Feedback =>
  ({
    ...{ verdict: 'changes_requested', round: 1, text: 'Nearly.', threads: [], unanswered: [], remarks: [] },
    ...{ rejected: [], commits: [], conflicts: [], ...more },
  }) as Feedback

test('a review says what it comes to, what is owed, and what is only open still', () => {
  const fixed = { did: 'fixed', text: 'Done.', at: at(2), commit: 'a'.repeat(40), round: 2 }
  const again = { by: ada, at: at(3), text: 'Not yet.' }
  const said = { by: ada, at: at(1), text: 'Louder.' }
  const text = feedbackText(
    feedback({
      threads: [
        thread('thr_done', { answers: [fixed] }),
        thread('thr_owed', { messages: [said, again], answers: [fixed] }),
      ],
      unanswered: ['thr_owed'],
      remarks: [{ number: 1, by: ada, text: 'And why?' } as Remark],
    }),
  )
  const [before = '', owed = '', answered = ''] = text.split(/^## .*$/m)
  expect(before).toContain('Changes are requested.\n\nNearly.')
  expect(owed).toContain('- ada: Louder.\n- you (fixed): Done.\n- ada: Not yet.')
  expect(owed).toContain('Remark 1, on the whole\n\n- ada: And why?')
  expect(owed).not.toContain('thr_done')
  expect(answered).toContain('thr_done')
})

test('an approval says that answers are all that is owed', () => {
  expect(feedbackText(feedback({ verdict: 'approved', text: '' }))).toMatch(/^# Review\n\nIt is approved\. Answer/)
})

test('lines are named from the first to the last, and those that the change takes away as what was', () => {
  const quote = { path: 'a.ts', kind: 'lines', quote: ['x'], before: [], after: [] }
  const about = (side: string, place: object | null) =>
    thread(`t-${side}-${place === null ? 'gone' : 'there'}`, {
      anchor: { ...quote, side, first: 3, last: 5 },
      place,
      round: 1,
    })
  const at = { path: 'a.ts', first: 4, last: 6 }
  const text = feedbackText(feedback({ threads: [about('new', at), about('old', at), about('old', null)] }))
  expect(text).toContain('t-new-there (blocking), a.ts:4-6\n')
  expect(text).toContain('t-old-there (blocking), a.ts:4-6 as it was\n')
  expect(text).toContain('t-old-gone (blocking), a.ts:3-5 as it was in round 1 (these lines are gone)\n')
})

test('a hunk that only takes lines away is named by the lines that were', () => {
  const place = { old: { start: 7, count: 2 }, new: { start: 6, count: 0 } }
  const rejected = [{ path: 'a.ts', was: null, returned: false, reason: '', place, quote: ['-x', '-y'] }]
  expect(feedbackText(feedback({ rejected }))).toContain('- a.ts:7-8 as it was: not as it is\n\n    -x\n    -y\n')
})
