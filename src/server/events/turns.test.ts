import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Ten who are woken at once, each busy for so long; and somebody else, who comes at every turn of the event loop. */
async function whoComesWhen(each: number): Promise<string> {
  let now = 0
  let over = false
  const came: string[] = []
  const others = async () => {
    while (!over) {
      came.push('|')
      await nextTurn()
    }
  }
  const turns = new Turns(() => now)
  const elsewhere = others()
  const busy = async () => {
    await turns.take()
    came.push('x')
    now += each
  }
  await Promise.all(Array.from({ length: 10 }, busy))
  over = true
  await elsewhere
  return came.join('')
}

test('those who are busy for long go on one after the other, and everybody else has a turn between them', async () => {
  expect((await whoComesWhen(1000)).match(/x{3,}/)).toBeNull()
})

test('those who are done at once go on together', async () => {
  expect(await whoComesWhen(0)).toContain('x'.repeat(10))
})
