import { expect, test } from 'vitest'
import { aDeskFolder, codeOf } from '../testing/desk-folder.ts'
import { tellHolds } from './tell-hold.ts'

function aScreen(isTTY: boolean) {
  const lines: string[] = []
  return { isTTY, lines, write: (text: string) => lines.push(text) }
}

async function aHold() {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  const leeway = await folder.agent()
  await codeOf(leeway.guard('send\u001b_mail', () => 'sent')({ to: 'ann' }, { key: '1' }))
  const [checkpoint] = await folder.waiting(ada)
  if (checkpoint === undefined) throw new Error('Something is held.')
  return { ...folder, ada, checkpoint }
}

test('a terminal is told in one harmless line what waits and how to answer', async () => {
  const { checkpoint } = await aHold()
  const screen = aScreen(true)
  tellHolds(screen, undefined)?.(checkpoint)
  expect(screen.lines).toEqual([
    `held: "send\\u001b_mail" of mailer – answer with \`leeway approve ${checkpoint.id}\` (all: leeway checkpoints)\n`,
  ])
})

test('nothing is said where nobody watches, unless it was asked for; nor where it was asked not to', async () => {
  expect(tellHolds(aScreen(false), undefined)).toBeUndefined()
  expect(tellHolds(aScreen(false), true)).toBeTypeOf('function')
  expect(tellHolds(aScreen(true), false)).toBeUndefined()
})
