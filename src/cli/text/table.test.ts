import { stripVTControlCharacters, styleText } from 'node:util'
import { expect, test } from 'vitest'
import type { Page } from './page.ts'
import { drawTable } from './table.ts'
import { visibleWidth } from './visible-width.ts'

const plain: Page = { width: 40, paint: (_format, text) => text, spell: (text: string) => text }
const coloured: Page = { ...plain, paint: (format, text) => styleText(format, text, { validateStream: false }) }

const rows = [
  [{ text: 'größe', format: 'bold' as const }, { text: '名前' }, { text: 'the first plan goes to a person' }],
  [{ text: 'a' }, { text: 'b', format: 'red' as const }, [{ text: 'one' }, { text: 'below', format: 'dim' as const }]],
]

test('columns are aligned by what is seen, and the widest gives way to the page', () => {
  expect(drawTable({ head: ['axis', 'value', 'because'], rows, indent: 1 }, plain).split('\n')).toEqual([
    ' axis   value  because',
    ' größe  名前   the first plan goes to a',
    '               person',
    ' a      b      one',
    '               below',
  ])
})

test('colour changes nothing about the alignment', () => {
  expect(stripVTControlCharacters(drawTable({ rows }, coloured)).replaceAll(/ +$/gm, '')).toBe(
    drawTable({ rows }, plain),
  )
})

test('a table of long words still fits the page', () => {
  const long = [[{ text: 'allowed_invocation_contexts' }, { text: 'awaiting_context_clarification' }]]
  for (const line of drawTable({ rows: long }, plain).split('\n')) expect(visibleWidth(line)).toBeLessThanOrEqual(40)
})

test('the name of a fact is not broken for a word that is longer than the page', () => {
  const facts = [[{ text: 'waits for' }, { text: 'f'.repeat(60) }]]
  expect(drawTable({ rows: facts }, plain).split('\n')[0]).toMatch(/^waits for {2}f+$/)
})

test('an id is never broken, however little room there is for it', () => {
  const id = `chk_${'x'.repeat(25)}`
  const cell = (text: string) => ({ text })
  const wide = [
    [{ text: id, format: 'bold' as const, isWhole: true }, ...['a', 'b', 'c', 'd'].map((one) => cell(one.repeat(40)))],
  ]
  for (const width of [100, 60, 40]) {
    const drawn = drawTable({ head: ['grant', 'owner', 'agent', 'same', 'left'], rows: wide }, { ...plain, width })
    expect(drawn).toContain(`${id}  aa`)
  }
  // Where there is room for it, the others give way and the table is as wide as its page.
  const lines = drawTable({ rows: wide }, { ...plain, width: 100 }).split('\n')
  for (const line of lines) expect(visibleWidth(line)).toBeLessThanOrEqual(100)
})

test('a table of any number of rows is drawn', () => {
  // More than can be handed to a function as arguments.
  const many = Array.from({ length: 500_000 }, () => [{ text: 'x' }])
  expect(drawTable({ rows: many }, plain).split('\n')).toHaveLength(many.length)
})

test('the words above a column stay in one line', () => {
  const long = [[{ text: 'x '.repeat(40) }, { text: 'y '.repeat(40) }, { text: 'z' }]]
  const [first] = drawTable({ head: ['value', 'where', 'chosen by'], rows: long }, plain).split('\n')
  expect(first).toMatch(/^value +where +chosen by$/)
  const words = [['chosen', 'a', 'b', 'c'].map((letter) => ({ text: letter.repeat(30) }))]
  expect(drawTable({ head: ['chosen by', 'a', 'b', 'c'], rows: words }, plain)).toMatch(/^chosen by +a +b +c\n/)
})
