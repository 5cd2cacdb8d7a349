import { expect, test } from 'vitest'
import { ThreadId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import { keepUnsent, takeUnsent } from './kept-unsent.ts'
import type { Unsent } from './parts-of-unsent.ts'
import { afterReview, changeUnsent, type Kept, NOTHING, withReply } from './unsent.ts'

const draft = (id: string, text = 'Louder.'): Draft => ({
  ...{ id: ThreadId.parse(id), kind: 'blocking', text, anchor: null, suggestion: null },
})
const ids = ({ drafts }: { readonly drafts: readonly Draft[] }) => drafts.map(({ id }) => id)

/** Keeps what pages write, as a browser does. */
class Shelf implements Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> {
  readonly #kept = new Map<string, string>()
  get length() {
    return this.#kept.size
  }
  getItem = (name: string) => this.#kept.get(name) ?? null
  setItem = (name: string, text: string) => void this.#kept.set(name, text)
  removeItem = (name: string) => void this.#kept.delete(name)
  key = (at: number) => [...this.#kept.keys()][at] ?? null
}

/** A page that is open at the pull request, with what is written on it. */
class Page {
  #kept: Kept
  readonly #keep: (kept: Kept) => Kept
  constructor(shelf: Shelf, page: string, pull = 'p') {
    this.#kept = takeUnsent(shelf, { pull, page })
    this.#keep = (kept) => keepUnsent(shelf, { pull, page }, kept)
  }
  get kept() {
    return this.#kept
  }
  write(change: Partial<Unsent>, at: number) {
    this.#kept = this.#keep(changeUnsent(this.#kept, change, at))
  }
  submit(sent: readonly ThreadId[], at: number) {
    this.#kept = this.#keep(afterReview(this.#kept, sent, at))
  }
}

test('what two pages of a browser have written while the server was away is all there on the next', () => {
  const shelf = new Shelf()
  const [one, two] = [new Page(shelf, 'one'), new Page(shelf, 'two')]
  one.write({ drafts: [draft('a')], replies: withReply({}, 't1', { wants: 'reply', text: 'Yes.' }) }, 1)
  two.write({ drafts: [draft('b')], text: 'In all, good.' }, 2)
  one.write({ drafts: [draft('a', 'Louder, please.')] }, 3)
  const { kept } = new Page(shelf, 'three')
  expect(ids(kept)).toEqual(['b', 'a'])
  expect(kept).toMatchObject({ text: 'In all, good.', replies: { t1: { text: 'Yes.' } }, isSaved: false })
  expect([...kept.written].sort()).toEqual(['a', 'b'])
  expect(kept.drafts.find(({ id }) => id === 'a')?.text).toBe('Louder, please.')
})

test('to throw something away counts as much as to write it, and the later of both holds', () => {
  const shelf = new Shelf()
  const one = new Page(shelf, 'one')
  one.write({ drafts: [draft('a'), draft('b')], text: 'Not yet.' }, 1)
  const two = new Page(shelf, 'two')
  one.write({ drafts: [draft('b', 'Quieter.')] }, 2)
  two.write({ drafts: two.kept.drafts.filter(({ id }) => id === 'a') }, 3)
  one.write({ text: '' }, 4)
  const { kept } = new Page(shelf, 'three')
  expect(kept).toMatchObject({ drafts: [], text: '' })
  expect([...kept.removed].sort()).toEqual(['a', 'b'])
})

test('what a review has said is not there again because another page had it too', () => {
  const shelf = new Shelf()
  const one = new Page(shelf, 'one')
  const verdict = { path: 'a.md', file: 'f', hunk: null, verdict: 'accepted', reason: '' } as const
  one.write({ text: 'In all, good.', verdicts: [verdict] }, 1)
  const two = new Page(shelf, 'two')
  two.write({ replies: withReply({}, 't1', { wants: 'reply', text: 'Why?' }) }, 2)
  one.submit([], 3)
  expect(new Page(shelf, 'three').kept).toMatchObject({ text: '', verdicts: [], replies: { t1: { text: 'Why?' } } })
})

test('a page takes over what is left of its own pull request, and leaves other places as they are', () => {
  const shelf = new Shelf()
  new Page(shelf, 'one', 'p').write({ text: 'Of p.' }, 1)
  new Page(shelf, 'one', 'p-rev-2').write({ text: 'Of its second entry.' }, 1)
  expect(new Page(shelf, 'two', 'p').kept.text).toBe('Of p.')
  expect(shelf.length).toBe(2)
  expect(new Page(shelf, 'two', 'p-rev-2').kept.text).toBe('Of its second entry.')
  expect(new Page(shelf, 'two', 'q').kept).toBe(NOTHING)
})

test('where there is no room for what pages have left together, it stays where it is', () => {
  const shelf = new Shelf()
  new Page(shelf, 'one').write({ text: 'From one.', drafts: [draft('t-1')] }, 1)
  const { setItem } = shelf
  shelf.setItem = () => {
    throw new DOMException('It is full.', 'QuotaExceededError')
  }
  expect(new Page(shelf, 'two').kept.text).toBe('From one.')
  shelf.setItem = setItem
  expect(new Page(shelf, 'three').kept).toMatchObject({ text: 'From one.', drafts: [{ id: 't-1' }] })
})
