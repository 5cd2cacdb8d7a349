import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { KEPT_WORDS, PAGE_KEY } from '../../api/page-key.ts'
import { SIGN_IN_SCRIPT } from './sign-in-page.ts'

/** What a browser keeps for a page, with as much room as there is. */
function aShelf(kept: Readonly<Record<string, string>>, room: number): Storage {
  const shelf = { ...kept } as Record<string, string>
  const size = () => Object.entries(shelf).reduce((sum, [name, text]) => sum + name.length + text.length, 0)
  const set = (name: string, text: string) => {
    const before = shelf[name]
    shelf[name] = text
    if (size() <= room) return
    delete shelf[name]
    if (before !== undefined) shelf[name] = before
    throw new Error('QuotaExceededError')
  }
  const methods = {
    getItem: (name: string) => shelf[name] ?? null,
    setItem: set,
    removeItem: (name: string) => void delete shelf[name],
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(shelf, name, { value })
  return shelf as unknown as Storage
}

/** Opens the link of somebody in a browser; gives what it keeps then, and where it went. */
async function signedIn(person: string, kept: Readonly<Record<string, string>>, room = 10_000) {
  const localStorage = aShelf(kept, room)
  const went: string[] = []
  const element = { addEventListener: () => undefined, textContent: '', hidden: false }
  runInNewContext(SIGN_IN_SCRIPT, {
    localStorage,
    location: { hash: '#code', pathname: '/sign-in', replace: (to: string) => went.push(to) },
    history: { replaceState: () => undefined },
    document: { getElementById: () => element },
    fetch: async () => ({ ok: true, json: async () => ({ person: { id: person }, page_key: 'key' }) }),
  })
  await expect.poll(() => went.length + (element.textContent.includes('keeps nothing') ? 1 : 0)).toBe(1)
  return { kept: { ...localStorage } as Readonly<Record<string, string>>, went }
}

const { own, aside, writer } = KEPT_WORDS

test('what somebody has begun to write is put aside for another, and is back with them', async () => {
  const begun = { [`${own}a`]: 'of ada', [writer]: 'ada' }
  const other = await signedIn('bob', begun)
  expect(other.kept).toEqual({ [`${aside}ada:a`]: 'of ada', [writer]: 'bob', [PAGE_KEY.storage]: 'key' })
  const back = await signedIn('ada', { ...other.kept, [`${own}b`]: 'of bob' })
  expect(back.kept).toEqual({
    ...{ [`${own}a`]: 'of ada', [`${aside}bob:b`]: 'of bob' },
    ...{ [writer]: 'ada', [PAGE_KEY.storage]: 'key' },
  })
})

test('a browser that is full signs in all the same, and shows nobody what is not theirs', async () => {
  const full = { [PAGE_KEY.storage]: 'old', [`${own}a`]: 'x'.repeat(100) }
  const room = Object.entries(full).reduce((sum, [name, text]) => sum + name.length + text.length, 0)
  const first = await signedIn('ada', full, room)
  expect(first).toMatchObject({ went: ['/'], kept: { ...full, [PAGE_KEY.storage]: 'key' } })
  const known = { ...full, [writer]: 'al' }
  const other = await signedIn('somebody-else', known, room + writer.length + 2)
  expect(other.went).toEqual(['/'])
  expect(Object.keys(other.kept).filter((name) => name.startsWith(own))).toEqual([])
})
