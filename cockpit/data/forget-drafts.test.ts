import { expect, test } from 'vitest'
import { DRAFTS, forgetOldDrafts } from './forget-drafts.ts'

const DAY = 24 * 3600 * 1000
const NOW = 100 * DAY

/** As much of a browser's storage as is used: its keys are its own. */
function aStorage(entries: Readonly<Record<string, string>>): Storage {
  const storage = Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  })
  return Object.assign(storage, entries) as Storage
}

test('a draft is kept for a month after it was last touched; other settings are kept for ever', () => {
  const storage = aStorage({
    [`${DRAFTS}a:1`]: JSON.stringify({ text: 'young', at: NOW - 29 * DAY }),
    [`${DRAFTS}b:1`]: JSON.stringify({ text: 'old', at: NOW - 31 * DAY }),
    [`${DRAFTS}c:1`]: 'unreadable',
    'leeway.aside:rob:d:1': JSON.stringify({ text: 'old', at: NOW - 31 * DAY }),
    'leeway.theme': 'dark',
  })
  forgetOldDrafts(storage, NOW)
  expect(Object.keys(storage)).toEqual([`${DRAFTS}a:1`, 'leeway.theme'])
})
