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
