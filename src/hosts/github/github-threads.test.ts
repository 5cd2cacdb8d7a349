import { expect, test } from 'vitest'
import { GithubComment } from './github-answers.ts'
import { githubThreads } from './github-threads.ts'

test('a comment whose line GitHub does not tell any more is about the file, and its words are not lost', () => {
  const comment = GithubComment.parse({
    ...{ id: 1, body: 'Why?', path: 'plan.md', line: null, original_line: null, subject_type: 'line' },
    ...{ original_commit_id: 'a'.repeat(40), diff_hunk: '', created_at: '2026-11-18T12:00:00Z' },
    ...{ pull_request_review_id: 2, user: { login: 'ann' } },
  })
  expect(githubThreads([comment], new Map())).toMatchObject([{ lines: null, messages: [{ text: 'Why?' }] }])
})

test.for([
  ['LEFT', 4],
  ['RIGHT', 2],
  [null, 2],
] as const)(
  'a comment that begins on the side %s and ends on the new one is about the lines from %i to 4',
  ([start_side, first]) => {
    const comment = GithubComment.parse({
      ...{ id: 1, body: 'Why?', path: 'plan.md', side: 'RIGHT', original_line: 4, original_start_line: 2, start_side },
      ...{ original_commit_id: 'a'.repeat(40), created_at: '2026-11-18T12:00:00Z', user: { login: 'ann' } },
      ...{ diff_hunk: '@@ -1,4 +1,4 @@\n one\n-two\n+TWO\n three\n+four', pull_request_review_id: 2 },
    })
    const quote = ['TWO', 'three', 'four'].slice(first - 2)
    expect(githubThreads([comment], new Map())).toMatchObject([{ side: 'new', lines: { first, last: 4 }, quote }])
  },
)
