import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse, SESSION, type ServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { hold, TRANSFER } from './scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const JOB = { agent: 'mailer', title: 'Answer the offers', policy: 'jobs/dependent' } as const
const MAIL = { gate: { kind: 'tool', tool: 'send_mail', args: { to: 'ann', subject: 'Offer' } } } as const

afterAll(closeBrowser)

async function look(page: Page, { url }: ServedHouse, id: string): Promise<void> {
  await page.goto(`${url}/c/${id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('arguments are edited with a diff, the editor needs other eyes, and the agent runs what was approved', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, JOB, { ...MAIL, title: 'Nothing to see here.' })
  const { page: rob } = await signIn(house, house.tokens.reviewer)
  await look(rob, house, id)
  await rob.getByRole('heading', { name: 'mailer wants to run send_mail' }).waitFor()
  await expect.poll(() => rob.getByRole('main').innerText()).toMatch(/The agent mailer says[^]*Nothing to see here\./)
  await expect
    .poll(() => rob.getByRole('main').innerText())
    .toMatch(
      /It would pass if irreversibility threshold were high \(it is medium\) and pause on risk amplifier were false/,
    )

  await rob.keyboard.press('e')
  await rob.getByLabel('Arguments, as JSON').fill('{ "to": "bob", "subject": "Offer" }')
  await rob.getByText('removed: "to": "ann"').waitFor()
  await rob.getByText('added: "to": "bob"').waitFor()
  // From the box of the arguments, which stands beside the form.
  await rob.keyboard.press('Control+Enter')
  await rob.getByText('somebody else has to approve it: ada').waitFor()
  await expect.poll(() => rob.getByRole('button', { name: /^Approve/ }).getAttribute('aria-disabled')).toBe('true')

  const { page: ada } = await signIn(house, house.tokens.admin)
  await look(ada, house, id)
  await ada.getByText('edited by rob').waitFor()
  const changed = ada.getByRole('figure', { name: 'What is changed since revision 1' })
  await changed.getByText('removed: "to": "ann"').waitFor()
  await changed.getByText('added: "to": "bob"').waitFor()
  expect(await axeViolations(ada)).toEqual([])
  await ada.keyboard.press('y')
  await ada.keyboard.press('Control+Enter')
  await ada.getByText('It is approved by ada').waitFor()
  await rob.getByText('It is approved by ada').waitFor()

  const { checkpoint } = await house.as('service').call('read_checkpoint', { checkpoint: id })
  const claim = { checkpoint: id, content_hash: checkpoint.content_hash, session: SESSION }
  expect((await house.as('service').call('claim_approval', claim)).content.args).toEqual({
    to: 'bob',
    subject: 'Offer',
  })
})

test('of two browsers that answer at once one wins, and the other is told who was faster', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, JOB, MAIL)
  const { page: rob } = await signIn(house, house.tokens.reviewer)
  await look(rob, house, id)
  await rob.getByRole('radio', { name: 'Reject' }).click()
  await rob.getByLabel('Why? The agent is told.').fill('No.')
  // Rob's answer is on its way when Ada's arrives.
  await rob.route('**/reviews', async (route) => {
    await house.answer(id, { answer: 'approve' })
    await route.continue()
  })
  await rob.getByRole('button', { name: /^Reject/ }).click()
  await rob
    .locator('.review')
    .getByText(/ada was faster: it is approved/)
    .waitFor()
  expect(await house.log('checkpoint_resolved')).toHaveLength(1)
})

test('that no server answers is said until one does, and what was typed is there to be sent', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, JOB, MAIL)
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/c/${id}` })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Not to Ann.')
  const port = Number(new URL(house.url).port)
  await house.server.close()
  await page.getByText('Not connected').waitFor()
  await page.keyboard.press('Control+Enter')
  const said = page.getByRole('form', { name: 'Your answer' }).getByRole('status')
  await expect.poll(() => said.innerText()).toContain('No server answers')
  await house.serveAgain({ address: { port } })
  await expect.poll(() => said.innerText(), { timeout: 20_000 }).not.toContain('No server answers')
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await house.log('checkpoint_resolved')).length).toBe(1)
})

test('whoever types while it is answered elsewhere keeps their words and the focus, and is told', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, JOB, MAIL)
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, id)
  await expect.poll(() => page.title()).toBe('mailer wants to run send_mail · Leeway')
  await page.getByRole('radio', { name: 'Reject' }).click()
  await page.getByLabel('Why? The agent is told.').fill('Not on a Fri')
  await house.answer(id, { answer: 'approve' })
  await page.getByRole('heading', { name: 'mailer wanted to run send_mail, approved by ada' }).waitFor()
  await expect.poll(() => page.locator(':focus').innerText()).toMatch(/^It is approved by ada/)
  await page.getByRole('status').getByText('Meanwhile this was approved by ada.').waitFor()
  await page.getByText('Not on a Fri').waitFor()
  await expect.poll(() => page.title()).toBe('mailer wanted to run send_mail, approved by ada · Leeway')
})

test('what can not be undone needs the code of the server’s terminal', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, TRANSFER.job, TRANSFER.ask)
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, id)
  await page.getByText('Prove first that it is you.').waitFor()
  // The server would refuse it: what can't be undone is asked about each time.
  await expect.poll(() => page.getByText('Also let the same call pass later…').count()).toBe(0)
  await page.getByRole('button', { name: 'Ask for a code' }).click()
  await expect.poll(() => house.shown.length).toBe(1)
  await page.getByLabel('Code').fill('AAAA-AAAA')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.locator('.answer').getByText('The code is not right').waitFor()
  await page.getByLabel('Code').fill(house.shown[0]!.code)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByText('It is approved by rob').waitFor()
})

test('a response is given by the fields that the agent asks for', async () => {
  const house = await aServedHouse({ cockpit })
  const response_schema = {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer' }, class: { enum: ['first', 'second'] } },
    required: ['city', 'days'],
  }
  const { id } = await hold(house, JOB, { ...MAIL, terms: { answers: ['respond', 'reject'], response_schema } })
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, id)
  await page.getByLabel('city').fill('Lisbon')
  await page.getByRole('button', { name: 'Send the response' }).click()
  await page.locator('.answer .said.wrong').waitFor()
  await page.getByLabel('days').fill('3')
  await page.getByLabel('class').selectOption('second')
  await page.getByLabel('Reason (may be left out)').fill('So they said.')
  await page.getByRole('button', { name: 'Send the response' }).click()
  await page.getByText('It is answered by rob').waitFor()
  // Whoever looks later reads what the agent was told.
  const told = /response[^]*city\s+Lisbon\s+days\s+3\s+class\s+second/
  await expect.poll(() => page.locator('.review-head .notice').innerText()).toMatch(/So they said\./)
  await expect.poll(() => page.locator('.review-head .notice').innerText()).toMatch(told)
  await page.getByText('History').click()
  await page.locator('.timeline .fields').waitFor()
  await expect.poll(() => page.locator('.timeline').innerText()).toMatch(told)
  expect(await axeViolations(page)).toEqual([])
  const [resolved] = await house.log('checkpoint_resolved')
  expect(resolved?.data.resolution.value).toEqual({ city: 'Lisbon', days: 3, class: 'second' })
})

test('choices that look the same are told apart', async () => {
  const house = await aServedHouse({ cockpit })
  const response_schema = { enum: ['Lisbon', 'Lis\u200bbon', 'Porto\u202e'] }
  const { id } = await hold(house, JOB, { ...MAIL, terms: { answers: ['respond'], response_schema } })
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, id)
  await expect
    .poll(() => page.getByLabel('Response').locator('option').allInnerTexts())
    .toEqual(['–', 'Lisbon', 'Lis[ZWSP]bon', 'Porto[RLO]'])
  await page.getByLabel('Response').selectOption('Lis[ZWSP]bon')
  await page.getByRole('button', { name: 'Send the response' }).click()
  await page.getByText('It is answered by rob').waitFor()
  expect((await house.desk.checkpoint(id)).checkpoint.resolution?.value).toBe('Lis\u200bbon')
})

test('an approval says which grant it left behind, and how far that reaches', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, JOB, MAIL)
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, id)
  await page.getByText('Also let the same call pass later…').waitFor()
  await house.answer(id, { answer: 'approve', grant: { count: 3, job: true } })
  await page.getByText('It left a grant behind for the same call: 0 of 3 used, in one job.').waitFor()
  await page.getByRole('link', { name: 'All grants' }).click()
  await page.getByRole('heading', { level: 1, name: 'Grants' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/grants')
})

test('changes are requested, and the next revision waits to be shown instead of moving what is read', async () => {
  const house = await aServedHouse({ cockpit })
  const gate = { kind: 'checkpoint', type: 'deliverable' } as const
  const around = (text: string) => ({ deliverable: { text } })
  const job = { agent: 'writer', title: 'Tides', policy: 'workers/semi_supervised' }
  const { id } = await hold(house, job, {
    gate,
    around: around('Twice a day.'),
    terms: { answers: ['approve', 'request_changes'] },
  })
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, id)
  await page.keyboard.press('r')
  await page.keyboard.type('Say why.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The work is with the agent, which has yet').first().waitFor()

  await house.as('service').call('revise_checkpoint', {
    checkpoint: id,
    gate,
    around: around('Twice a day, because of the moon.'),
    answers: [{ number: 1, did: 'fixed', text: 'I named the moon.' }],
  })
  await page.getByText('Revision 2 arrived while you were looking at 1.').waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).not.toContain('because of the moon')
  await expect.poll(() => page.getByRole('button', { name: /^Approve/ }).getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'Show revision 2' }).click()
  await page.locator('.fields').getByText('because of the moon').waitFor()
  const changed = page.getByRole('figure', { name: 'What is changed since revision 1' })
  await expect.poll(() => changed.innerText()).toMatch(/Twice a day\."[^]*because of the moon/)
  await page.getByText('I named the moon.').waitFor()
})

test('a browser that has no room to keep a draft keeps nobody from writing and sending it', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, JOB, MAIL)
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, id)
  await page.evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size /= 2) {
      try {
        const shelf = Reflect.get(globalThis, 'localStorage')
        for (let at = 0; ; at += 1) shelf.setItem(`full ${size} ${at}`, 'x'.repeat(size))
      } catch {}
    }
  })
  await page.keyboard.press('n')
  await page.keyboard.type('Not on a Friday.')
  await page.locator('.toasts').getByText('This browser has no room to keep what you write.').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('It is rejected by rob').waitFor()
  expect((await house.desk.checkpoint(id)).checkpoint.resolution?.reason).toBe('Not on a Friday.')
})

test('the same words said twice are there twice', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, JOB, { ...MAIL, terms: { answers: ['approve', 'comment'] } })
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, id)
  for (const times of [1, 2]) {
    await page.getByRole('radio', { name: 'Comment' }).click()
    await page.getByRole('form', { name: 'Your answer' }).getByRole('textbox').fill('Any news?')
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await house.desk.checkpoint(id)).checkpoint.remarks.map(({ text }) => text))
      .toEqual(Array(times).fill('Any news?'))
  }
})

test('on a narrow screen the answers are within reach and take a second tap', async () => {
  const house = await aServedHouse({ cockpit })
  await hold(house, JOB, MAIL)
  const { page } = await signIn(house, house.tokens.reviewer, { width: 390, height: 844 })
  await page.getByRole('link', { name: 'mailer wants to run send_mail' }).click()
  await page.getByRole('button', { name: 'Approve…' }).click()
  expect(await house.log('checkpoint_resolved')).toHaveLength(0)
  await page
    .getByRole('form', { name: 'Your answer' })
    .getByRole('button', { name: /^Approve/ })
    .click()
  await page.getByText('It is approved by rob').waitFor()
  const wide = await page.locator('body').evaluate((body) => body.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
})

test('on a narrow screen the bar offers what the checkpoint takes', async () => {
  const house = await aServedHouse({ cockpit })
  const response_schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const { id } = await hold(house, JOB, { ...MAIL, terms: { answers: ['reject', 'respond'], response_schema } })
  const { page } = await signIn(house, house.tokens.reviewer, { width: 390, height: 844 })
  await look(page, house, id)
  await expect.poll(() => page.locator('.phone-bar button').allInnerTexts()).toEqual(['Reject…', 'Respond…'])
  await page.getByRole('button', { name: 'Respond…' }).click()
  await page.getByLabel('city').fill('Lisbon')
  await page.getByRole('button', { name: 'Send the response' }).click()
  await page.getByText('It is answered by rob').waitFor()
})

test('Ctrl and Enter answer wherever the focus is, not from behind a dialog, and say why where they can not', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, JOB, MAIL)
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, id)
  await page.getByRole('radio', { name: 'Reject' }).click()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+Enter')
  await page.locator('.toasts').getByText('Say why: the agent is told').waitFor()
  await page.getByRole('radio', { name: 'Approve' }).click()

  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('radio', { name: 'Approve', checked: true }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Ctrl Enter').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' })
  expect(await house.log('checkpoint_resolved')).toHaveLength(0)

  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Control+Enter')
  await page.getByText('It is approved by rob').waitFor()
})

test('while the kill switch is on an approval says that nothing runs, by whom and why', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, JOB, MAIL)
  const { page } = await signIn(house, house.tokens.reviewer)
  await house
    .as('admin')
    .call('set_kill_switch', { halt: { of: 'agent', agent: 'mailer' }, on: true, reason: 'A leak.' })
  await look(page, house, id)
  await page.getByRole('link', { name: 'agent mailer is halted' }).waitFor()
  await expect
    .poll(() => page.locator('.notice.deny').innerText())
    .toMatch(
      /^Agent mailer is halted by ada, .*: A leak\. What you approve is kept, and nothing runs until an administrator/,
    )
  await page.keyboard.press('Control+Enter')
  await page.locator('.toasts').getByText('Approved, and nothing runs until the kill switch is off:').waitFor()

  await page.getByRole('link', { name: 'agent mailer is halted' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Let agent mailer go on…' }).isDisabled()).toBe(true)
  const { page: ada } = await signIn(house, house.tokens.admin, { at: '/settings' })
  await ada.getByRole('button', { name: 'Let agent mailer go on…' }).click()
  await ada.getByLabel('Why? It stands in the log.').fill('Mended.')
  await ada.getByRole('button', { name: 'Go on', exact: true }).click()
  await page.getByText('Nothing is halted.').waitFor()
})

test('characters that nobody sees are named', async () => {
  const house = await aServedHouse({ cockpit })
  const gate = { kind: 'tool', tool: 'send_mail', args: { to: 'a\u202enna\u200b' } } as const
  const { id } = await hold(house, JOB, { gate })
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, id)
  await page.getByText('2 hidden characters.').waitFor()
  await expect.poll(() => page.locator('.fields .hidden-character').allInnerTexts()).toEqual(['RLO', 'ZWSP'])
  // A box for text can mark nothing, so there they are written out; nothing is changed by that.
  await page.getByRole('radio', { name: 'Edit' }).click()
  await expect.poll(() => page.getByLabel('Arguments, as JSON').inputValue()).toContain(String.raw`"a\u202enna\u200b"`)
  await page.getByText('Nothing is changed yet.').first().waitFor()
})

test('text of an agent stays in its box, however many marks it piles on a letter', async () => {
  const house = await aServedHouse({ cockpit })
  const pile = `x${'\u0301'.repeat(1200)}`
  const jamo = '\u1100'.repeat(1200)
  const gate = { kind: 'tool', tool: 'send_mail', args: { pile, jamo, [`k${'\u0301'.repeat(60)}`]: 'v' } } as const
  const { id } = await hold(house, { ...JOB, title: pile.slice(0, 900) }, { gate, title: pile.slice(0, 900) })
  const { page } = await signIn(house, house.tokens.reviewer, { width: 1000 })
  await look(page, house, id)
  await page.getByText(`${1196 + 56} hidden characters.`).waitFor()
  const wide = () => page.locator('html').evaluate((html) => html.scrollWidth)
  expect(await wide()).toBeLessThanOrEqual(1000)
  await page.getByRole('button', { name: 'Exact JSON' }).click()
  expect(await wide()).toBeLessThanOrEqual(1000)
})

test('an answer that can not be sent yet looks so, whatever it is', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, JOB, MAIL)
  const { page } = await signIn(house, house.tokens.reviewer)
  await look(page, house, id)
  await page.getByRole('radio', { name: 'Reject' }).click()
  const send = page.getByRole('button', { name: /^Reject/ })
  const colour = () => send.evaluate((button) => Reflect.get(globalThis, 'getComputedStyle')(button).backgroundColor)
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true')
  const off = await colour()
  await page.getByLabel('Why? The agent is told.').fill('No.')
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe('false')
  await expect.poll(colour).not.toBe(off)
})

test('a policy has a name and is shown in words, on a checkpoint and on its job', async () => {
  const house = await aServedHouse({ cockpit })
  const { id, job } = await hold(house, { ...JOB, policy: { preset: 'jobs/dependent', budget_usd: 3 } }, MAIL)
  const { page } = await signIn(house, house.tokens.viewer)
  for (const path of [`/c/${id}`, `/jobs/${job}`]) {
    await page.goto(`${house.url}${path}`)
    await page.getByText('like jobs/dependent, but for budget usd').waitFor()
    await page.getByRole('button', { name: 'Show in words' }).click()
    const dialog = page.getByRole('dialog', { name: 'The policy, in words' })
    await dialog.getByText('budget usd').last().waitFor()
    await expect
      .poll(() => dialog.locator('.policy-values [data-differs=true]').innerText())
      .toMatch(/^budget usd[^]*\n3\n/)
    await dialog.locator('.stop-box.ask').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  }
  await page.getByRole('link', { name: 'jobs/dependent' }).click()
  await page.getByRole('heading', { level: 1, name: 'jobs/dependent' }).waitFor()
})

test('whoever edits is told before they save that their vote does not count then, and what to do', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, JOB, { ...MAIL, terms: { approvers: ['rob'] } })
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/c/${id}` })
  await page.getByRole('radio', { name: 'Edit' }).waitFor()
  await expect.poll(() => page.getByText('your own vote no longer counts').count()).toBe(0)
  await page.keyboard.press('e')
  const told = page.locator('.answer .notice')
  await expect
    .poll(() => told.innerText())
    .toMatch(/nobody else may approve it: it would go on waiting\. Instead, reject it/)
  await told.getByRole('link', { name: 'Settings' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
})
