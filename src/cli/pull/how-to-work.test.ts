import { expect, test } from 'vitest'
import { howToWork } from './how-to-work.ts'

const PAGE = { width: 60, paint: (_format: unknown, text: string) => text, spell: (text: string) => text }

test('what is said of a clone stays within the page, and its commands stay whole', () => {
  const branch = 'phase-1-strategic'
  const title = 'A plan whose title is about as long as a title can well be'
  const text = howToWork([{ branch, title, round: 2 }], 'plan', PAGE)
  expect(text.split('\n')).toEqual([
    'A plan whose title is about as long as a title can well be',
    'is under review in round 2, on the branch phase-1-strategic:',
    '  cd plan && git switch phase-1-strategic',
    '  git push origin phase-1-strategic',
    'A push is the next round: it joins the review, and voids',
    'approvals of what was there before.',
  ])
  expect(howToWork([], 'plan', PAGE)).toMatch(/^No phase is under review/)
})

test('of a branch that the server could not give no command is offered that would fail', () => {
  const pull = { branch: 'phase-1-strategic', title: 'The plan', round: 2, isLeftOut: true }
  const other = { branch: 'phase-2-tactical', title: 'The work', round: 1, isLeftOut: false }
  const text = howToWork([pull, other], 'plan', PAGE)
  expect(text.replaceAll('\n', ' ')).toContain(
    'The plan is under review in round 2, and its branch phase-1-strategic is not in the clone: it is damaged on the server, or gone.',
  )
  expect(text).not.toContain('git switch phase-1')
  expect(text).toContain('git switch phase-2-tactical')
  expect(howToWork([pull], 'plan', PAGE)).not.toContain('A push')
})
