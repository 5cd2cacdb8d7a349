import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { CheckpointId } from '../../src/model/ids.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { fillRows, rowId } from './many-rows.ts'
import { hold } from './scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const FLOOD = 10_500
const MAIL = {
  job: { agent: 'mailer', title: 'Answer the offers', policy: 'jobs/dependent' },
  ask: { gate: { kind: 'tool', tool: 'send_mail', args: { to: 'ann' } } },
} as const
const OTHER = { ...MAIL.job, agent: 'other' } as const
const URGENT = {
  gate: { kind: 'tool', tool: 'call_doctor', args: { to: 'bob' } },
  terms: { timeout_seconds: 1800, on_timeout: { do: 'deny' } },
} as const

afterAll(closeBrowser)

test('however much one agent asks, what another asks is found: by urgency, by agent, by words, the newest', {
  timeout: 120_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  await fillRows(house.store, await hold(house, MAIL.job, MAIL.ask), FLOOD)
  await hold(house, OTHER, { gate: { kind: 'tool', tool: 'water_plants', args: {} } })
  await hold(house, OTHER, URGENT)
  const { page } = await signIn(house, house.tokens.reviewer)
  const rows = page.getByRole('list', { name: 'What waits' }).getByRole('listitem')
  await expect.poll(() => rows.first().innerText(), { timeout: 30_000 }).toContain('call_doctor')
  // Ten thousand that are read, two of the other, and the one that stands for the mailer, unless it is among them.
  await page.getByText('More waits than is shown').waitFor({ timeout: 60_000 })
  await expect.poll(() => page.getByRole('navigation', { name: 'Views' }).innerText()).toMatch(/Needs me 1000[23]\+/)

  const filter = page.getByRole('searchbox')
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('other')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('')
  await filter.fill('water_plants')
  await expect.poll(() => rows.count()).toBe(1)
  await filter.fill('')
  await page.getByRole('combobox', { name: 'Order' }).selectOption('newest')
  await expect.poll(() => rows.first().innerText()).toMatch(/call_doctor/)
})

test('of a list that is cut off, a filter by an agent finds all that this agent waits with, and says so', {
  timeout: 120_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  await fillRows(house.store, await hold(house, MAIL.job, MAIL.ask), FLOOD)
  await fillRows(house.store, await hold(house, OTHER, URGENT), [FLOOD, FLOOD + 1500])
  const { page } = await signIn(house, house.tokens.reviewer)
  await page.getByText('Filter by an agent, and all of its are read.').waitFor({ timeout: 60_000 })

  const rows = page.getByRole('list', { name: 'What waits' }).getByRole('listitem')
  const count = () => rows.first().getAttribute('aria-setsize')
  const agents = page.getByRole('combobox', { name: 'Agent' })
  await agents.selectOption('other')
  await expect.poll(count, { timeout: 30_000 }).toBe('1501')
  await page.getByText('All that other waits with is here.').waitFor()

  // What is answered elsewhere leaves both lists.
  const gone = rowId(FLOOD + 1400)
  const { checkpoint } = await house.as('admin').call('read_checkpoint', { checkpoint: CheckpointId.parse(gone) })
  const review = { answer: 'reject', reason: 'enough' } as const
  await house
    .as('admin')
    .call('answer_checkpoint', { checkpoint: checkpoint.id, content_hash: checkpoint.content_hash, review })
  await expect.poll(count, { timeout: 30_000 }).toBe('1500')

  await agents.selectOption('mailer')
  await page.getByText('More of mailer waits than is shown: its oldest 10,000.').waitFor({ timeout: 60_000 })
  await expect.poll(count).toMatch(/^1000[01]$/)
})
