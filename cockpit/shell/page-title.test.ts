import { expect, test } from 'vitest'
import { titleOf } from './page-title.ts'

test.for([
  [{ place: 'Inbox', waiting: 3 }, '(3) Inbox · Leeway'],
  [{ place: 'Inbox', waiting: 0 }, 'Inbox · Leeway'],
  [{ place: 'Inbox', waiting: 3, name: 'mailer wants to run send_mail' }, 'mailer wants to run send_mail · Leeway'],
  [{ place: 'Jobs', waiting: 0, name: 'a\u202eb' }, 'a\\u202eb · Leeway'],
  [{ place: 'Jobs', waiting: 0, name: 'x'.repeat(500) }, `${'x'.repeat(80)}… · Leeway`],
] as const)('%j is titled %s', ([given, title]) => {
  expect(titleOf(given)).toBe(title)
})
