import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { webhooksOf } from '../../src/compose.ts'
import { type CheckpointId, LOCAL } from '../../src/model/ids.ts'
import { messageOf } from '../../src/notify/notice-of.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aReceiver } from '../../src/testing/receiver.ts'
import { aServedHouse, SESSION } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, goInside, signIn } from './browser.ts'
import { aBusyDay, hold, TRANSFER } from './scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const MAIL = { kind: 'tool', tool: 'send_mail', args: { to: 'ann' } } as const

afterAll(closeBrowser)

test('no page breaks a rule of accessibility, in either theme', { timeout: 90_000 }, async () => {
  const house = await aServedHouse({ cockpit })
  const held = await aBusyDay(house)
  const { page } = await signIn(house, house.tokens.reviewer)
  const found: Record<string, readonly string[]> = {}
  const look = async (name: string) => {
    found[name] = await axeViolations(page)
  }
  await page.locator('.row').nth(5).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('complementary', { name: 'Preview' }).getByRole('heading').first().waitFor()
  await look('inbox')
  await page.keyboard.press('n')
  await look('answering')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await look('palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await look('keys')
  await page.keyboard.press('Escape')
  const places = ['jobs?include_mid_process=1', 'policies', 'grants', 'settings', `jobs/${held[3]?.job}`, 'nowhere']
  for (const place of [...places, ...held.slice(3).map(({ id }) => `c/${id}`)]) {
    await goInside(page, `/${place}`)
    await look(place)
  }
  await page.keyboard.press('e')
  await page.getByLabel('Arguments, as JSON').fill('{}')
  await look('editing')
  await goInside(page, '/policies?preset=frames%2Fauto')
  await page.getByRole('radio', { name: 'YAML' }).click()
  await look('policy as YAML')
  expect(Object.fromEntries(Object.entries(found).filter(([, rules]) => rules.length > 0))).toEqual({})
})

test('a job shows what needs a person, every decision with its trace, and goes on by itself', async () => {
  const house = await aServedHouse({ cockpit })
  const { job } = await hold(house, TRANSFER.job, TRANSFER.ask)
  const { page } = await signIn(house, house.tokens.reviewer, { at: '/jobs' })
  await page.getByRole('link', { name: TRANSFER.job.title }).click()
  await page.getByRole('heading', { name: 'Needs a person' }).waitFor()
  await page.getByRole('button', { name: 'Decisions' }).click()
  await page.locator('.event summary', { hasText: 'A person is asked' }).click()
  await page.getByText('bookkeeper wanted to run bank.transfer by way of ci').waitFor()
  await page.locator('.event').getByRole('rowheader', { name: 'irreversibility threshold' }).waitFor()

  await page.getByRole('button', { name: 'Everything' }).click()
  await page.getByRole('button', { name: 'Cancel the job…' }).click()
  await page.keyboard.type('Not in this month.')
  await page.getByRole('button', { name: 'Cancel the job', exact: true }).click()
  await page.locator('.timeline').getByText('Not in this month.').first().waitFor()
  expect((await house.as('viewer').call('read_job', { job })).job.status).toBe('cancelled')
})

test('a timeline tells of every call what was asked and what came out, whole, together, and apart from what the agent says', async () => {
  const house = await aServedHouse({ cockpit })
  const leeway = await house.open({ onHold: 'throw' })
  const job = await leeway.job({ title: 'Tidy up' })
  const find = job.guard('find', () => ({ files: Array.from({ length: 90 }, (_, at) => `offers/${at}.pdf`) }))
  await find({ glob: 'offers' }, { key: 'find' })
  const read = job.guard('read', (): string => {
    throw new Error('there is no such file')
  })
  await expect(read({ path: 'gone\u200b.pdf' }, { key: 'read' })).rejects.toThrow('no such file')
  const send = job.guard('send', () => 'sent')
  await codeOf(send({ to: 'bob' }, { key: 'bob', title: 'Only a note.' }))
  const { page } = await signIn(house, house.tokens.viewer, { at: `/jobs/${job.id}` })
  const strand = (tool: string) => page.locator('.timeline > .event', { hasText: `wanted to run ${tool}` })

  await expect
    .poll(() => strand('find').innerText())
    .toMatch(/succeeded[^]*Arguments glob: "offers"[^]*reports that it succeeded/)
  await expect.poll(() => strand('find').innerText()).not.toContain('offers/89.pdf')
  await strand('find').getByText('Result').click()
  await strand('find').getByText('offers/89.pdf').waitFor()
  await expect
    .poll(() => strand('read').innerText())
    .toMatch(/failed[^]*reports that it failed\s+there is no such file/)
  await strand('read').getByText('Arguments').click()
  await strand('read').getByText('One hidden character.').waitFor()
  const words = strand('send').getByRole('figure')
  await expect.poll(() => words.innerText()).toMatch(/^The agent scout says · not checked[^]*Only a note\.$/)
  await strand('send').getByText('Arguments').click()
  await expect.poll(() => strand('send').locator('.content').innerText()).not.toContain('Only a note.')

  await page.getByRole('button', { name: 'Failed or pending' }).click()
  await expect.poll(() => page.locator('.timeline > .event').count()).toBe(2)
  await page.getByRole('checkbox', { name: 'Related entries together' }).uncheck()
  await expect.poll(() => page.locator('.timeline > .event').count()).toBe(4)

  await page.getByRole('button', { name: 'Pause updates' }).click()
  await house.answerAll({ answer: 'reject', reason: 'Bob is gone.' })
  await page.getByRole('button', { name: /Go on \(\d new\)/ }).click()
  await page.locator('.timeline').getByText('Bob is gone.').first().waitFor()
})

test('what asks the same is told apart by what it is about, on the page of its job and where the next one is offered', async () => {
  const house = await aServedHouse({ cockpit })
  const service = house.as('service')
  const { id: job } = await service.call('start_job', { agent: 'mailer', title: 'Offers', policy: 'jobs/dependent' })
  const ids: string[] = []
  for (const to of ['ann', 'ben'.repeat(20)]) {
    const gate = { kind: 'tool', tool: 'send_mail', args: { to } } as const
    const asked = await service.call('ask', { job, session: 'process-1', gate })
    ids.push(asked.status === 'held' ? asked.checkpoint.id : '')
  }
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/jobs/${job}` })
  const rows = page.getByRole('region', { name: 'Needs a person' }).getByRole('link')
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([expect.stringMatching(/run send_mail to ann$/), expect.stringMatching(/run send_mail to (ben){16}…$/)])
  // A word without end is broken, and nothing is pushed off a narrow page.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await rows.first().click()
  await expect
    .poll(() => page.locator('.next-up').getByRole('link').innerText())
    .toMatch(/^mailer wants to run send_mail to (ben)+…$/)
})

test('of very much that is held in a job the first are shown, and the others on request', async () => {
  const house = await aServedHouse({ cockpit })
  const service = house.as('service')
  const { id: job } = await service.call('start_job', { agent: 'mailer', title: 'Offers', policy: 'jobs/dependent' })
  for (let to = 1; to <= 25; to += 1) {
    const gate = { kind: 'tool', tool: 'send_mail', args: { to } } as const
    await service.call('ask', { job, session: 'process-1', gate })
  }
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/jobs/${job}` })
  const rows = page.getByRole('region', { name: 'Needs a person' }).getByRole('link')
  await expect.poll(() => rows.count()).toBe(20)
  await page.getByRole('button', { name: 'Show 5 more' }).click()
  await expect.poll(() => rows.count()).toBe(25)
})

test('a job that ended without what was refused in it says so, in the list and on its page', async () => {
  const house = await aServedHouse({ cockpit })
  const { job, id } = await hold(house, TRANSFER.job, TRANSFER.ask)
  await house.answer(id, { answer: 'reject', reason: 'Not in this month.' })
  await house.as('service').call('end_job', { job, status: 'completed' })
  const { page } = await signIn(house, house.tokens.viewer, { at: '/jobs?ended=true' })
  await page
    .getByRole('row', { name: /completed 1 refused/ })
    .getByRole('link')
    .click()
  const refused = page.getByRole('region', { name: 'Not done' })
  await expect
    .poll(() => refused.innerText())
    .toMatch(/bookkeeper wanted to run bank.transfer to DE02[^]*\s+rejected\s+Not in this month/)
})

test('jobs that run by themselves are shown on request, and the address says so', async () => {
  const house = await aServedHouse({ cockpit })
  await house.startJob('Runs by itself')
  const { page } = await signIn(house, house.tokens.viewer, { at: '/jobs' })
  await page.getByText('No job needs a person.').waitFor()
  // Whoever comes to it by keyboard hears what it means, and everybody else reads it below.
  await page
    .getByRole('checkbox', { name: 'Show mid-process', description: /no process.*once their agent runs again/ })
    .check()
  await page.getByRole('link', { name: 'Runs by itself' }).waitFor()
  expect(page.url()).toContain('include_mid_process=1')
})

test('a job and what is held in it say whether a process is there to go on', async () => {
  const house = await aServedHouse({ cockpit })
  const leeway = await house.open({ onHold: 'throw' })
  const job = await leeway.job({ key: 'a', title: 'Mail to Bob' })
  const asked = await codeOf(job.guard('send', () => 'sent')({ to: 'bob' }, { key: 'bob' }))
  expect(asked).toBe('held')
  const [held] = await leeway.pending()
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/c/${held?.id}` })
  await page.getByRole('definition').getByText('Its agent is there, and takes the answer up').waitFor()
  await expect.poll(() => page.getByText('No process').count()).toBe(0)

  await leeway.close()
  await page.reload()
  await page.locator('.notice').getByText('No process waits for the answer. It is kept').waitFor()
  await page.goto(`${house.url}/jobs`)
  await page.getByRole('row', { name: /waits for a person no process/ }).waitFor()
  await page.getByRole('link', { name: 'Mail to Bob' }).click()
  await page.locator('.notice').getByText('it goes on when its agent runs again').waitFor()

  await page.goto(`${house.url}/c/${held?.id}`)
  await page.getByRole('radio', { name: 'Approve' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.locator('.toast', { hasText: 'Approved. No process waits for it at this moment:' }).waitFor()
})

test('people are shown page by page', async () => {
  const house = await aServedHouse({ cockpit })
  for (let at = 0; at < 50; at++) await house.addPerson(`p-${String(at).padStart(2, '0')}`, 'viewer')
  const { page } = await signIn(house, house.tokens.viewer, { at: '/settings' })
  const people = page.getByRole('region', { name: 'People' })
  await people.getByRole('rowheader', { name: 'ada' }).waitFor()
  await expect.poll(() => people.getByRole('rowheader').count()).toBe(50)
  await people.getByRole('button', { name: 'Show more people' }).click()
  await people.getByRole('rowheader', { name: 'p-49' }).waitFor()
  await expect.poll(() => people.getByRole('rowheader').count()).toBe(53)
  await expect.poll(() => people.getByRole('button', { name: 'Show more people' }).count()).toBe(0)
})

test('a title without end leaves room for the name of its agent', async () => {
  const house = await aServedHouse({ cockpit })
  await hold(house, { ...TRANSFER.job, title: 'x'.repeat(500) }, TRANSFER.ask)
  const { page } = await signIn(house, house.tokens.viewer, { at: '/jobs' })
  await page.getByRole('cell', { name: 'bookkeeper' }).waitFor()
  await expect.poll(() => page.evaluate(LINES_OF_AGENT)).toBe(1)
})

/** On how many lines the name of the agent stands. */
const LINES_OF_AGENT = `{
  const range = document.createRange()
  range.selectNodeContents(document.querySelector('.list tbody td'))
  new Set([...range.getClientRects()].map(({ top }) => top)).size
}`

test('a list that can not be read says so, and does not look empty', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.viewer)
  const body = JSON.stringify({ code: 'internal', status: 500, title: 'No.', detail: 'It is on fire.', retry: false })
  const lists = /[/]v1[/](jobs|grants|pulls|checkpoints)[?]/
  await page.route(lists, (route) => route.fulfill({ status: 500, body, contentType: PROBLEM }))
  for (const path of ['jobs', 'grants', 'pulls', '?view=done', '']) {
    await page.goto(`${house.url}/${path}`)
    await page.getByRole('alert').getByText('It is on fire.').waitFor()
    const main = page.getByRole('main')
    await expect.poll(() => main.getByRole('table').count()).toBe(0)
    // Nothing beside it pretends to load, or to be empty.
    await expect.poll(() => main.getByText(/Looking…|Nothing|There is none|No job|No pull/).count()).toBe(0)
  }
  await page.unroute(lists)
  // News of the house make the page look again by itself, and then nobody has to try.
  const again = page.getByRole('button', { name: 'Try again' })
  await expect
    .poll(async () => {
      if ((await again.count()) > 0) await again.click({ timeout: 500 }).catch(() => undefined)
      return page.getByText('Nothing needs you').count()
    })
    .toBe(1)
})

const PROBLEM = 'application/problem+json'

test('what is chosen is seen also where the system gives the colours', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, TRANSFER.job, TRANSFER.ask)
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${house.url}/c/${id}`)
  await page.getByRole('radio', { name: 'Approve' }).waitFor()
  expect(await page.evaluate(colourOf('[aria-checked=true]'))).not.toBe(
    await page.evaluate(colourOf('[aria-checked=false]')),
  )
  await page.goto(`${house.url}/jobs`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(colourOf('.rail-link[aria-current]'))).not.toBe(
    await page.evaluate(colourOf('.rail-link:not([aria-current])')),
  )
})

/** The colour of an element's words. */
const colourOf = (selector: string) => `getComputedStyle(document.querySelector('${selector}')).color`

test('an action in doubt is settled by a person who says why', async () => {
  const house = await aServedHouse({ cockpit })
  const job = await house.startJob()
  const gate = { kind: 'tool', tool: 'look', args: {} } as const
  await house.as('agent').call('ask', { job, gate, key: 'k', session: SESSION, recorded: true })
  await house.as('agent').call('end_session', { session: SESSION })
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.getByRole('link', { name: 'Did look run?' }).click()
  await page.getByRole('button', { name: 'It succeeded…' }).click()
  await page.keyboard.type('I saw it.')
  await page.getByRole('button', { name: 'Say that it succeeded' }).click()
  await page.locator('.timeline').getByText('it succeeded, as rob found out').waitFor()
  expect((await house.as('agent').call('read_job', { job })).job.status).toBe('running')
})

test('a preset is told in words and as a picture, and answers for a gate that somebody makes up', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.viewer, { at: '/policies?preset=jobs%2Fguided' })
  await page.getByText('You approve every plan and the result').waitFor()
  const stops = page.locator('.route').first().locator('li')
  await expect
    .poll(() => stops.allTextContents())
    .toEqual(['plan: asks you', 'work: goes on', 'plan: asks you', 'work: goes on', 'end: asks you'])
  await page.getByRole('button', { name: 'What would happen?' }).click()
  await page.getByText('A person is asked, because').waitFor()
  await page.getByLabel('Gate, as JSON').fill('{ "kind": "tol" }')
  await page.getByRole('button', { name: 'What would happen?' }).click()
  await page.getByText('"tol" is not a kind of gate').waitFor()
})

test('a policy is changed by a form and as YAML, which are one text, and what that does is seen at once', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.viewer, { at: '/policies?preset=jobs%2Fguided' })
  const warnings = page.locator('.route').nth(1).locator('li').nth(2)
  await expect.poll(() => warnings.textContent()).toBe('medium warning: asks you')
  await page.getByRole('combobox', { name: 'warning tolerance' }).selectOption('medium')
  await expect.poll(() => warnings.textContent()).toBe('medium warning: goes on')

  await page.getByRole('radio', { name: 'YAML' }).click()
  const yaml = page.getByLabel('Policy, as YAML')
  await expect.poll(() => yaml.inputValue()).toBe('preset: jobs/guided\nwarning_tolerance: medium\n')
  await yaml.fill('# for the night\npreset: jobs/guided\nwarning_tolerance: hihg # too much\n')
  await page.getByText(/^Line 3, column 1: .*hihg/).waitFor()
  await yaml.fill('# for the night\npreset: [jobs/guided\nbudget_usd: 2\n')
  await page.getByText(/^Line 3, column 1: /).waitFor()
  await yaml.fill('# for the night\npreset: jobs/guided\nwarning_tolerance: high # all of them\n')
  await expect.poll(() => page.getByRole('status', { name: 'What is wrong with it' }).innerText()).toBe('')
  await expect.poll(() => warnings.textContent()).toBe('medium warning: goes on')

  await page.getByRole('radio', { name: 'Form' }).click()
  await page.getByRole('spinbutton', { name: 'budget usd' }).fill('3')
  await page.getByRole('radio', { name: 'YAML' }).click()
  await expect
    .poll(() => yaml.inputValue())
    .toBe('# for the night\npreset: jobs/guided\nwarning_tolerance: high # all of them\nbudget_usd: 3\n')
})

test('an approval leaves a grant behind that can be taken back', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, { agent: 'mailer', title: 'Offers', policy: 'jobs/dependent' }, { gate: MAIL })
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/c/${id}` })
  await page.getByText('Also let the same call pass later…').click()
  await page.getByLabel('Times').fill('3')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByText('It is approved by rob').waitFor()
  await page.goto(`${house.url}/grants`)
  await page.getByText('0 of 3 used').waitFor()
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('cell', { name: 'taken back' }).waitFor()
  expect(await house.log('grant_revoked')).toHaveLength(1)
})

test('a grant ends by the clock of the server, and hours without end leave the page as it is', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, { agent: 'mailer', title: 'Offers', policy: 'jobs/dependent' }, { gate: MAIL })
  const { page } = await signIn(house, house.tokens.reviewer)
  // The clock of this machine is a day ahead.
  await page.addInitScript('const here = Date.now; Date.now = () => here() + 86_400_000')
  await page.goto(`${house.url}/c/${id}`)
  await page.getByText('Also let the same call pass later…').click()
  const hours = page.getByLabel('For hours')
  await hours.fill('99999999999')
  await hours.fill('2')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByText('It is approved by rob').waitFor()
  const [minted] = await house.log('grant_minted')
  const until = Date.parse(minted?.data.grant.bounds.until ?? '')
  expect(Math.abs(until - Date.now() - 2 * 3_600_000)).toBeLessThan(600_000)
})

test('whoever is not signed in sees nothing of it, and comes back to where they were going', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, TRANSFER.job, TRANSFER.ask)
  const { page, context } = await signIn(house, house.tokens.reviewer)
  await context.clearCookies()
  await page.goto(`${house.url}/c/${id}`)
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  await expect.poll(() => page.locator('body').innerText()).not.toContain('transfer')
  await page.goto(await house.server.signInLink(house.tokens.reviewer))
  await page.getByRole('heading', { name: 'bookkeeper wants to run bank.transfer' }).waitFor()
})

test('a session that ends while the page is open is noticed, and what was typed is still there afterwards', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, { agent: 'mailer', title: 'Offers', policy: 'jobs/dependent' }, { gate: MAIL })
  const { page } = await signIn(house, house.tokens.reviewer, { at: `/c/${id}` })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Half a rea')
  const { rows } = await house.as('admin').call('list_tokens', { limit: 200 })
  for (const { id: token, bearer } of rows) {
    if (bearer.kind === 'session') await house.as('admin').call('revoke_token', { token })
  }
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  await page.goto(await house.server.signInLink(house.tokens.reviewer))
  await expect.poll(() => page.getByLabel('Why? The agent is told.').inputValue()).toBe('Half a rea')
})

test.for(['kill', 'halt', 'stop everything'])('the palette leads from “%s” to the kill switch', async (typed) => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.viewer, { width: 900, height: 400 })
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find or jump to' }).fill(typed)
  await page.getByRole('option', { name: /^Kill switch/ }).waitFor()
  await page.keyboard.press('Enter')
  const halt = page.getByRole('button', { name: 'Halt everything…' })
  await halt.waitFor()
  const top = (await page.locator('.top').boundingBox())!.height
  const at = async () => (await halt.boundingBox())!
  await expect.poll(async () => (await at()).y).toBeGreaterThanOrEqual(top)
  await expect.poll(async () => (await at()).y + (await at()).height).toBeLessThanOrEqual(400)
  await expect.poll(() => halt.getAttribute('title')).toContain('You may look but not decide.')
})

test('one agent is halted from its job, its tenant from the settings, and both go on again; each says what it reaches, who did it and why', async () => {
  const house = await aServedHouse({ cockpit })
  const { job } = await hold(house, TRANSFER.job, TRANSFER.ask)
  const { page } = await signIn(house, house.tokens.admin)
  const halted = () => house.as('viewer').call('read_kill_switch', {})
  const dialog = page.getByRole('dialog')
  await page.goto(`${house.url}/jobs/${job}`)
  await page.getByRole('button', { name: 'Halt the agent…' }).click()
  await dialog.getByText('Every job of this agent, and everything that works for one').waitFor()
  await dialog.getByText('It reaches 1 open job:').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.type('It pays twice.')
  await dialog.getByRole('button', { name: 'Halt agent bookkeeper' }).click()
  await page.locator('.notice', { hasText: 'Agent bookkeeper is halted by ada, just now: It pays twice.' }).waitFor()
  expect((await halted()).agents['bookkeeper']).toMatchObject({ by: 'ada', reason: 'It pays twice.' })
  await page.getByRole('button', { name: 'Let agent bookkeeper go on…' }).click()
  await dialog.getByText('is halted by ada').waitFor()
  await page.keyboard.type('Mended.')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Halt the agent…' }).waitFor()
  expect((await halted()).agents).toEqual({})

  await page.keyboard.press('Control+k')
  // Whoever presses Enter too soon halts nobody: what does so is never chosen by itself.
  const found = page.getByRole('combobox', { name: 'Find or jump to' })
  const chosen = () => page.getByRole('option', { selected: true }).allInnerTexts()
  await found.fill('bookkeeper')
  await expect.poll(async () => (await chosen()).join()).toMatch(/^(?!Halt)./)
  await found.fill('halt bookkeeper')
  await page.getByRole('option', { name: /^Halt agent bookkeeper/ }).waitFor()
  await expect.poll(chosen).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => found.isVisible()).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: 'Halt agent bookkeeper?' }).waitFor()
  expect((await halted()).agents).toEqual({})
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).search).toBe('')

  await page.getByRole('radio', { name: 'One tenant' }).click()
  await page.getByLabel('Tenant', { exact: true }).fill('local')
  await page.getByRole('button', { name: 'Halt this tenant…' }).click()
  await dialog.getByText('Every job of this tenant').waitFor()
  await page.keyboard.type('Audit.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Let tenant local go on…' }).waitFor()
  expect((await halted()).tenants['local']).toMatchObject({ by: 'ada', reason: 'Audit.' })
})

test('an administrator sees what did not arrive at a webhook, and sends it again', async () => {
  const house = await aServedHouse({ cockpit })
  const { received, url } = await aReceiver(400, 204)
  const folder = webhooksOf(house.root)
  await hold(house, TRANSFER.job, TRANSFER.ask)
  const [opened] = await house.log('checkpoint_opened')
  const { seq, type, at } = opened!
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const added = { tenant: LOCAL, private: true, added_by: 'ada', added_at: at } as const
  await folder.setProgress('whk_1', { after: seq, tries: 0, next_at: 0, last_at: null, last_error: null })
  await folder.bury('whk_1', { seq, message: messageOf(opened!).id, type, tries: 8, error: 'It answered 500.', at })
  await folder.add({ id: 'whk_1', url, secret, ...added })
  const { page } = await signIn(house, house.tokens.admin, { at: '/settings' })
  const webhook = page.getByRole('group', { name: 'Webhook whk_1' })
  await webhook.getByText('1 message given up').click()
  await webhook.getByText('after 8 tries: It answered 500.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await webhook.getByRole('button', { name: 'Send again' }).click()
  await page.locator('.toast', { hasText: '1 message did not arrive: It answered 400.' }).waitFor()
  await webhook.getByRole('button', { name: 'Send all of it again' }).click()
  await page.locator('.toast', { hasText: '1 message arrived.' }).waitFor()
  await webhook.getByText('Told everything so far.').waitFor()
  expect(received).toHaveLength(2)
})

test('an address that makes no sense leads nowhere, and everything that is halted is seen everywhere', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.reviewer)
  for (const path of ['/c/nothing', '/c/%E2%80%AEabc', '/jobs/..', '/jobs/a.b', '/nowhere/at/all']) {
    await page.goto(`${house.url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await expect.poll(() => page.title()).toBe('Nothing here · Leeway')
  await expect.poll(() => page.getByRole('banner').getByText('Inbox').count()).toBe(0)
  await house.as('reviewer').call('set_kill_switch', { halt: { of: 'all' }, on: true, reason: 'A fire.' })
  await page.getByRole('link', { name: 'everything is halted' }).click()
  await expect.poll(() => page.getByRole('main').getByText('A fire.').textContent()).toContain('A fire.')
})

test('where the browser blocks notices, whoever wishes for them is told why there are none', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.reviewer)
  const blocked = "{ permission: 'denied', requestPermission: async () => 'denied' }"
  await page.addInitScript(`Object.defineProperty(globalThis, 'Notification', { value: ${blocked} })`)
  await page.goto(`${house.url}/settings`)
  const wish = page.getByLabel('Tell me when something needs me')
  await wish.click()
  await page.getByText('This browser blocks notices of this page.').waitFor()
  await expect.poll(() => wish.isChecked()).toBe(false)
})

test('the browser says that something needs a person, once it is wished for and while the page is out of sight', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.addInitScript(NOTICED)
  await page.goto(`${house.url}/settings`)
  const wish = page.getByLabel('Tell me when something needs me')
  await wish.click()
  await expect.poll(() => wish.isChecked()).toBe(true)
  const noticed = () => page.evaluate<readonly string[]>('globalThis.noticed')

  await page.clock.install()
  await hold(house, TRANSFER.job, { ...TRANSFER.ask, title: 'Click here: all is well.' })
  await expect.poll(() => page.title()).toContain('(1)')
  await page.clock.fastForward(10_000)
  // Whoever looks at the page sees it themselves.
  expect(await noticed()).toEqual([])

  await page.evaluate('globalThis.isHidden = true')
  await hold(house, TRANSFER.job, TRANSFER.ask)
  await expect.poll(() => page.title()).toContain('(2)')
  await page.clock.fastForward(10_000)
  // Not a word of what an agent wrote.
  await expect.poll(noticed).toEqual(['Leeway: 2 things need you.'])
})

test('a notice comes where what waits never stops changing, and goes when all of it was answered elsewhere', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.addInitScript(NOTICED)
  await page.goto(`${house.url}/settings`)
  await page.getByLabel('Tell me when something needs me').click()
  const noticed = () => page.evaluate<readonly string[]>('globalThis.noticed')
  const isAt = async (count: string) => {
    await expect.poll(() => page.title()).toBe(`${count}Settings · Leeway`)
  }
  const no = { answer: 'reject', reason: 'No.' } as const
  await page.clock.install()
  await page.evaluate('globalThis.isHidden = true')

  const held: CheckpointId[] = []
  const oneMore = async () => {
    held.push((await hold(house, TRANSFER.job, TRANSFER.ask)).id)
    await isAt(`(${held.length}) `)
  }
  const oneLess = async () => {
    await house.answer(held.pop() as CheckpointId, no)
    await isAt(held.length === 0 ? '' : `(${held.length}) `)
  }
  // The page's clock goes on while the machine works, so a notice may come for fewer; one comes before the changes end.
  while ((await noticed()).length === 0 && held.length < 12) {
    await oneMore()
    // Whatever is due by then has run when this is over.
    await page.clock.runFor(1500)
  }
  expect(await noticed()).toEqual([expect.stringMatching(/^Leeway: \d+ things? needs? you\.$/)])
  await page.clock.runFor(5000)
  const said = (await noticed()).length

  // As many as before, but another.
  await oneLess()
  await oneMore()
  await page.clock.runFor(5000)
  await expect.poll(noticed).toHaveLength(said + 1)

  while (held.length > 0) await oneLess()
  await page.clock.runFor(5000)
  await expect.poll(() => page.evaluate('globalThis.takenBack')).toBe(1)
})

/** Stands in for the browser's notices, which one without a screen has none of, and lets the page be out of sight. */
const NOTICED = `
  globalThis.noticed = []
  globalThis.takenBack = 0
  globalThis.isHidden = false
  globalThis.Notification = class extends EventTarget {
    static permission = 'default'
    static async requestPermission() {
      return (this.permission = 'granted')
    }
    constructor(title, { body }) {
      super()
      globalThis.noticed.push(title + ': ' + body)
    }
    close() {
      globalThis.takenBack += 1
    }
  }
  Object.defineProperty(document, 'hidden', { get: () => globalThis.isHidden })
`
