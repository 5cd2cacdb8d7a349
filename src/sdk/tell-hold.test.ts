import { expect, test } from 'vitest'
import type { PullId } from '../model/ids.ts'
import { aDeskFolder, codeOf } from '../testing/desk-folder.ts'
import { tellHolds } from './tell-hold.ts'

function aScreen() {
  const lines: string[] = []
  return { lines, write: (text: string) => lines.push(text) }
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

test('whoever watches is told in one harmless line what waits and how to answer', async () => {
  const { checkpoint } = await aHold()
  const screen = aScreen()
  tellHolds(screen)?.(checkpoint)
  expect(screen.lines).toEqual([
    `held: "send\\u001b_mail" of mailer – answer with \`leeway approve ${checkpoint.id}\` (all: leeway checkpoints)\n`,
  ])
})

test('the command is as it is typed where the agent runs', async () => {
  const { checkpoint } = await aHold()
  const screen = aScreen()
  tellHolds(screen, true, { leeway: 'npx leeway' })?.(checkpoint)
  expect(screen.lines[0]).toContain(`\`npx leeway approve ${checkpoint.id}\` (all: npx leeway checkpoints)`)
})

test.for([
  [['respond', 'reject'], (id: string) => `respond ${id} --value JSON`],
  [['comment', 'reject'], (id: string) => `reject ${id} --reason WHY`],
] as const)('a question that takes %o is not said to be for approval', async ([answers, command]) => {
  const { checkpoint } = await aHold()
  const screen = aScreen()
  tellHolds(screen)?.({ ...checkpoint, terms: { ...checkpoint.terms, answers } })
  expect(screen.lines[0]).toContain(`answer with \`leeway ${command(checkpoint.id)}\``)
})

test.for([
  [undefined, (id: string) => `/c/${id}`],
  ['pul_1', () => '/pulls/pul_1'],
] as const)('an agent elsewhere names the address of what is held, and no command (pull: %s)', async ([pull, page]) => {
  const { checkpoint } = await aHold()
  const screen = aScreen()
  const held = { ...checkpoint, ...(pull !== undefined && { pull: pull as PullId }) }
  tellHolds(screen, true, { url: 'https://leeway.example' })?.(held)
  expect(screen.lines).toEqual([
    `held: "send\\u001b_mail" of mailer – answer at https://leeway.example${page(checkpoint.id)}\n`,
  ])
})

test('nothing is said where it was asked not to', () => {
  expect(tellHolds(aScreen(), false)).toBeUndefined()
  expect(tellHolds(aScreen(), true)).toBeTypeOf('function')
})

test('whoever watches is told that what was approved waits for the kill switch, and why', async () => {
  const { checkpoint } = await aHold()
  const screen = aScreen()
  tellHolds(screen)?.(checkpoint, 'ada threw the kill switch for everything: a\u001b leak')
  expect(screen.lines).toEqual([
    'halted: "send\\u001b_mail" of mailer is approved and goes on when the switch is off – ada threw the kill switch for everything: a\\u001b leak\n',
  ])
})
