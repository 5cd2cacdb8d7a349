import { expect, test } from 'vitest'
import { catalog } from '../testing/catalog.ts'
import { AnswerMemory, markOf } from './answer-memory.ts'
import { openAnswerer } from './line-answers.ts'

/** Comes with an answer as often as it is said. */
function noted(memory: AnswerMemory, line: string, times: number): string | undefined {
  for (let time = 0; time < times; time += 1) memory.note(line, markOf(line), `answer to ${line}`)
  return recalled(memory, line)
}

function recalled(memory: AnswerMemory, line: string): string | undefined {
  return memory.recall(line, markOf(line))
}

test('a line is remembered when it comes the second time', () => {
  const memory = new AnswerMemory()
  expect(noted(memory, 'once', 1)).toBeUndefined()
  expect(noted(memory, 'twice', 2)).toBe('answer to twice')
  expect(recalled(memory, 'Twice')).toBeUndefined()
})

test('memory stays flat: old lines give way to new ones, and long ones are not kept', () => {
  const memory = new AnswerMemory()
  expect(noted(memory, 'the first', 2)).toBeDefined()
  for (let line = 0; line < 5000; line += 1) noted(memory, `line ${line}`, 2)
  expect(recalled(memory, 'the first')).toBeUndefined()
  expect(noted(memory, 'the last', 2)).toBeDefined()
  expect(noted(memory, 'x'.repeat(2049), 3)).toBeUndefined()
})

test('answers that fill the memory before the lines do give way too', () => {
  const memory = new AnswerMemory()
  const answer = 'x'.repeat(1024 * 1024)
  for (let line = 0; line < 10; line += 1)
    for (const _time of [1, 2]) memory.note(`line ${line}`, markOf(`line ${line}`), answer)
  const kept = Array.from({ length: 10 }, (_, line) => recalled(memory, `line ${line}`)).filter(Boolean)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThan(8)
})

test('a line that shares its mark with another never gets the answer to the other', () => {
  const memory = new AnswerMemory()
  const [one, other] = ['{"a":"Aa"}', '{"a":"BB"}']
  expect(markOf(one)).toBe(markOf(other))
  expect(noted(memory, one, 2)).toBe(`answer to ${one}`)
  expect(recalled(memory, other)).toBeUndefined()
  expect(noted(memory, other, 2)).toBe(`answer to ${other}`)
  expect(recalled(memory, one)).toBeUndefined()
})

test('what a project decides by programs of its own is asked each time', async () => {
  expect((await openAnswerer('decide', catalog)).memory).toBeInstanceOf(AnswerMemory)
  const own = { ...catalog, heuristics: [...catalog.heuristics] }
  expect((await openAnswerer('decide', own)).memory).toBeNull()
})
