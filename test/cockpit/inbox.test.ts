import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, pressAtOnce, signIn } from './browser.ts'
import { aBusyDay, hold, TRANSFER } from './scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const MAIL = {
  job: { agent: 'mailer', title: 'Answer the offers', policy: 'jobs/dependent' },
  ask: { gate: { kind: 'tool', tool: 'send_mail', args: { to: 'ann' } }, title: 'Trust me.' },
} as const

/** As much as it takes, and due after everything else. */
const LATER = { gate: TRANSFER.ask.gate }

afterAll(closeBrowser)

test('a person finds what needs them, sees why, and approves it by keyboard alone', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, MAIL.job, MAIL.ask)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.getByRole('link', { name: 'mailer wants to run send_mail' }).waitFor()
  await expect
    .poll(() => page.getByRole('list', { name: 'What waits' }).innerText())
    .toMatch(/send_mail to ann\nThe irreversibility is not said, which counts as high/)

  // Whoever hears the page hears what they select.
  await expect
    .poll(() => page.getByRole('checkbox', { name: 'Select: mailer wants to run send_mail, to ann' }).count())
    .toBe(1)
  await page.keyboard.press('j')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await preview.getByRole('columnheader', { name: 'Observed' }).first().waitFor()
  await expect.poll(() => preview.innerText()).toContain('ann')
  await page.keyboard.press('y')
  await page.getByRole('dialog', { name: 'Approve this?' }).waitFor()
  await page.keyboard.press('Enter')

  await page.getByText('Nothing needs you').waitFor()
  const [resolved] = await house.log('checkpoint_resolved')
  expect(resolved).toMatchObject({ checkpoint: id, actor: { id: 'rob' }, data: { status: 'approved' } })
  await page.getByText('Approved: mailer wanted to run send_mail').waitFor()
})

test('a question that takes another answer leads to where it is given', async () => {
  const house = await aServedHouse({ cockpit })
  const terms = { answers: ['respond', 'reject'] as ('respond' | 'reject')[] }
  await hold(house, MAIL.job, { ...MAIL.ask, terms })
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.locator('.row').waitFor()
  await page.keyboard.press('j')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await preview.getByRole('link', { name: 'Open to answer' }).waitFor()
  await expect.poll(() => preview.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
  await page.keyboard.press('y')
  await page.getByRole('radio', { name: 'Respond' }).waitFor()
})

test('what was just decided is said where it lies over nothing that can be clicked', async () => {
  const house = await aServedHouse({ cockpit })
  for (const width of [1440, 390]) {
    await hold(house, MAIL.job, MAIL.ask)
    await hold(house, MAIL.job, MAIL.ask)
    const { page } = await signIn(house, house.tokens.reviewer, { width, height: 844 })
    await page.locator('.row').nth(1).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('y')
    await page.getByRole('dialog').getByText('send_mail').first().waitFor()
    await page.keyboard.press('Control+Enter')
    await page.locator('.toast').waitFor()
    await expect.poll(() => page.evaluate(UNDER_TOAST)).toEqual([])
  }
})

/** The controls that the toast lies over. */
const UNDER_TOAST = `(() => {
  const over = document.querySelector('.toast').getBoundingClientRect()
  return [...document.querySelectorAll('a:not(.skip), button, input, select, textarea')]
    .filter((control) => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect()
      return width > 1 && left < over.right && right > over.left && top < over.bottom && bottom > over.top
    })
    .map((control) => control.outerHTML)
})()`

test('what was decided is told in the past, with what became of it and when', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, MAIL.job, MAIL.ask)
  await house.answer(id, { answer: 'reject', reason: 'Not to Ann.' })
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.getByRole('link', { name: 'Done' }).click()
  const row = page.getByRole('list', { name: 'What was answered' }).getByRole('listitem')
  expect((await row.innerText()).split('\n')).toEqual(
    expect.arrayContaining(['mailer wanted to run send_mail to ann', 'rejected', 'by ada', 'Not to Ann.']),
  )
  const [resolved] = await house.log('checkpoint_resolved')
  await expect.poll(() => row.locator('time').getAttribute('datetime')).toBe(resolved?.data.resolution.at)
  const heaps = page.getByRole('navigation', { name: 'Views' })
  await expect.poll(() => heaps.locator('[aria-current=page]').allInnerTexts()).toEqual(['Done'])
})

test('on a narrow screen the filters are folded away and none is cut off', async () => {
  const house = await aServedHouse({ cockpit })
  await aBusyDay(house)
  const { page } = await signIn(house, house.tokens.reviewer, { width: 390, height: 844 })
  const words = page.getByRole('searchbox', { name: 'Filter by words' })
  const { x = 0, width = 0 } = (await words.boundingBox()) ?? {}
  expect(width).toBeGreaterThan(150)
  expect(x + width).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('writer')
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
  await expect.poll(() => page.locator('.row').count()).toBe(1)
})

test('a rejection carries its reason', async () => {
  const house = await aServedHouse({ cockpit })
  await hold(house, MAIL.job, MAIL.ask)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.locator('.row').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('n')
  await page.keyboard.type('Not to Ann.')
  // Nothing is decided before all of it is on the screen.
  await page.getByRole('dialog', { name: 'Reject this?' }).getByText('send_mail').first().waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Nothing needs you').waitFor()
  const [resolved] = await house.log('checkpoint_resolved')
  expect(resolved?.data.resolution).toMatchObject({ answer: 'reject', reason: 'Not to Ann.' })
})

test('what is asked appears by itself, and what is answered elsewhere leaves without an error', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.getByText('Nothing needs you').waitFor()
  const { id } = await hold(house, MAIL.job, MAIL.ask)
  await page.locator('.row').waitFor()
  await expect.poll(() => page.title()).toContain('(1)')
  await house.answer(id, { answer: 'approve' })
  await page.getByText('Nothing needs you').waitFor()
  await expect.poll(() => page.locator('.notice').count()).toBe(0)
})

test('the row after one that is gone has the focus, whoever answered it, and stays under the cursor', async () => {
  const house = await aServedHouse({ cockpit })
  const ids: string[] = []
  for (const to of ['a', 'b', 'c', 'd']) {
    const gate = { ...MAIL.ask.gate, args: { to } }
    ids.push((await hold(house, MAIL.job, { gate })).id)
  }
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.locator('.row').nth(3).waitFor()
  const focused = () => page.evaluate("document.activeElement.getAttribute('data-id')")
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect.poll(focused).toBe(ids[1])
  await page.keyboard.press('y')
  await page.getByRole('dialog', { name: 'Approve this?' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe(ids[2])

  // What goes above it moves nothing from under the cursor.
  await house.answer(ids[0] as never, { answer: 'approve' })
  await expect.poll(() => page.locator('.row').count()).toBe(2)
  await expect.poll(() => page.locator('[data-current=true] .row-link').getAttribute('data-id')).toBe(ids[2])
  await house.answer(ids[2] as never, { answer: 'approve' })
  await expect.poll(focused).toBe(ids[3])
})

test('after a quick answer that is taken back, the focus is on the row that is shown as chosen, and Enter opens it', async () => {
  const house = await aServedHouse({ cockpit })
  const ids: string[] = []
  for (const to of ['a', 'b', 'c', 'd']) {
    ids.push((await hold(house, MAIL.job, { gate: { ...MAIL.ask.gate, args: { to } } })).id)
  }
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.locator('.row').nth(3).waitFor()
  const focused = () => page.evaluate("document.activeElement.getAttribute('data-id')")
  const chosen = () => page.locator('[data-current=true] .row-link').getAttribute('data-id')
  await page.keyboard.press('j')
  await expect.poll(focused).toBe(ids[0])
  for (const [at, key] of [
    [1, 'y'],
    [2, 'n'],
  ] as const) {
    await pressAtOnce(page, ['j', key])
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await expect.poll(chosen).toBe(ids[at])
    await expect.poll(focused).toBe(ids[at])
  }

  // Whoever goes on with Tab has chosen the row where they are: y is about it, as Enter is.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe(ids[3])
  await expect.poll(chosen).toBe(ids[3])
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/c/${ids[2]}*`)
})

test('whoever moves the cursor and goes to the filter at once stays there', async () => {
  const house = await aServedHouse({ cockpit })
  await hold(house, MAIL.job, MAIL.ask)
  await hold(house, MAIL.job, MAIL.ask)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.locator('.row').nth(1).waitFor()
  await pressAtOnce(page, ['j', '/'])
  await page.keyboard.type('nobody')
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('nobody')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('filters stand in the address, so that a link shows the same rows', async () => {
  const house = await aServedHouse({ cockpit })
  await aBusyDay(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.locator('.row').nth(5).waitFor()
  const tab = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current=page]')
  const all = await tab.innerText()
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('writer')
  await expect.poll(() => page.locator('.row').count()).toBe(1)
  expect(page.url()).toContain('agent=writer')
  await page.reload()
  await expect.poll(() => page.locator('.row').count()).toBe(1)
  // How many fit stands beside how many there are.
  await expect.poll(() => tab.innerText()).toBe(all.replace('Needs me ', 'Needs me 1 of '))
  await page.getByText('1 row fits the filters.').waitFor({ state: 'attached' })
})

test('a viewer looks and is told why they can not decide', async () => {
  const house = await aServedHouse({ cockpit })
  await hold(house, MAIL.job, MAIL.ask)
  const { page } = await signIn(house, house.tokens.viewer)
  await page.getByRole('link', { name: 'One waits for others' }).click()
  await page.locator('.row').waitFor()
  await page.keyboard.press('j')
  await page.getByText('You may look but not decide.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Approve/ }).isDisabled()).toBe(true)
})

test('single keys can be switched off', async () => {
  const house = await aServedHouse({ cockpit })
  await hold(house, MAIL.job, MAIL.ask)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.locator('.row').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect.poll(() => page.locator('.row[data-current=true]').count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find or jump to' }).fill('grants')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/grants')
})

test('what happens between the first rows and the first news of them is on the page', async () => {
  const house = await aServedHouse({ cockpit })
  const { id, content_hash } = await hold(house, MAIL.job, MAIL.ask)
  const { page } = await signIn(house, house.tokens.reviewer)
  const { promise: allHappened, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/v1/events/stream*', async (route) => {
    await allHappened
    await route.continue()
  })
  await page.reload()
  const mail = page.getByRole('link', { name: 'mailer wants to run send_mail' })
  await mail.waitFor()
  await hold(house, TRANSFER.job, TRANSFER.ask)
  await house.as('reviewer').call('answer_checkpoint', { checkpoint: id, content_hash, review: { answer: 'approve' } })
  letGo()
  await page.getByRole('link', { name: 'bookkeeper wants to run bank.transfer' }).waitFor()
  await mail.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.row').count()).toBe(1)
})

test('what is answered while the rest of a long list is still read stays answered', async () => {
  const house = await aServedHouse({ cockpit })
  const { id, content_hash } = await hold(house, MAIL.job, MAIL.ask)
  for (let row = 0; row < 51; row++) await hold(house, { ...TRANSFER.job, agent: `clerk-${row}` }, LATER)
  const { page } = await signIn(house, house.tokens.reviewer)
  const { promise: isAnswered, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/v1/checkpoints?*after=*', async (route) => {
    await isAnswered
    await route.continue()
  })
  await page.reload()
  const mail = page.getByRole('link', { name: 'mailer wants to run send_mail' })
  await mail.waitFor()
  await house.as('reviewer').call('answer_checkpoint', { checkpoint: id, content_hash, review: { answer: 'approve' } })
  await mail.waitFor({ state: 'detached' })
  letGo()
  await page.locator('[aria-setsize="51"]').first().waitFor()
  await expect.poll(() => mail.count()).toBe(0)
})

test('only what somebody can act on needs them; the rest says with whom it lies, and changes at once', async () => {
  const house = await aServedHouse({ cockpit })
  const { id, content_hash } = await hold(house, MAIL.job, MAIL.ask)
  await hold(house, { ...MAIL.job, agent: 'payer' }, { ...MAIL.ask, terms: { approvers: ['ada'] } })
  const { page } = await signIn(house, house.tokens.reviewer)
  const heaps = page.getByRole('navigation', { name: 'Views' })
  await page.getByRole('link', { name: 'mailer wants to run send_mail' }).waitFor()
  await expect.poll(() => heaps.innerText()).toMatch(/Needs me 1\s*With others 1/)

  // Their own edit makes it somebody else's to approve.
  const review = { answer: 'edit', args: { to: 'bob' } } as const
  await house.as('reviewer').call('answer_checkpoint', { checkpoint: id, content_hash, review })
  await page.getByText('Nothing needs you').waitFor()
  await expect.poll(() => page.title()).not.toMatch(/^\(\d/)
  await heaps.getByRole('link', { name: 'With others' }).click()
  await page.locator('.row').nth(1).waitFor()
  await expect.poll(() => page.locator('.row .chip', { hasText: 'others approve' }).count()).toBe(2)

  // Whoever works alone approves it after all, and nobody has to load the page anew for that.
  await house.as('admin').call('change_settings', { solo: true })
  await heaps.getByText('Needs me 1').waitFor()
})

test('several reasons do not run together: a row has the first and how many more, the page a list', async () => {
  const house = await aServedHouse({ cockpit })
  const policy = { preset: 'jobs/dependent', rules: [{ match: { tool: 'send_mail' }, then: 'ask' as const }] }
  await hold(house, { ...MAIL.job, policy }, MAIL.ask)
  const { page } = await signIn(house, house.tokens.reviewer)
  const row = page.locator('.row')
  await row.waitFor()
  await expect.poll(() => row.locator('.row-why').innerText()).toMatch(/^[^\n]+\.\n\+2 more reasons$/)
  await page.keyboard.press('j')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await preview.locator('.reasons').waitFor()
  await expect.poll(() => preview.locator('.reasons').getByRole('listitem').count()).toBe(3)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Why it paused' }).waitFor()
  await expect.poll(() => page.locator('.review .reasons').innerText()).toMatch(/^A person is asked, because:\n/)
  await expect.poll(() => page.locator('.review .reasons').getByRole('listitem').count()).toBe(3)
  // The rule is the policy's own word; beside it stands what a tool's author or a rule could say of the rest.
  await page.getByText('vouch for it with the rule { match: { tool: send_mail }, then: allow }').waitFor()
})
