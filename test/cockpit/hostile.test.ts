import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { HIDDEN } from '../../src/model/hidden-characters.ts'
import { aServedHouse, SESSION, type ServedHouse } from '../../src/testing/served-house.ts'
import { closeBrowser, signIn } from './browser.ts'
import { PAYLOADS } from './payloads.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))

afterAll(closeBrowser)

/** Asks with a payload in every field that an agent controls. */
async function holdHostile(house: ServedHouse, payload: string) {
  const service = house.as('service')
  const name = payload.slice(0, 200)
  // The server refuses these as keys already.
  const key = ['__proto__', 'constructor'].includes(payload) ? 'key' : payload
  const { id: job } = await service.call('start_job', {
    // An agent whose name can't be seen whole is not taken.
    agent: name.replaceAll(new RegExp(HIDDEN, 'gu'), '').trim() || 'scout',
    title: payload,
    policy: 'jobs/dependent',
    input: { [key]: payload },
  })
  const asked = await service.call('ask', {
    job,
    gate: { kind: 'tool', tool: name, args: { [key]: payload, list: [payload], deep: { [key]: [payload] } } },
    title: payload,
    around: { cwd: payload, target: payload, env: { X: payload }, deliverable: payload },
    terms: {
      answers: ['approve', 'respond', 'edit'],
      response_schema: { type: 'object', properties: { [key]: { type: 'string', description: payload } } },
    },
    session: SESSION,
  })
  if (asked.status !== 'held') throw new Error(`It was not held but ${asked.status}.`)
  return asked.checkpoint
}

/** Reports every payload as what came of a call, in one job. */
async function reportHostile(house: ServedHouse) {
  const service = house.as('service')
  const { id: job } = await service.call('start_job', { agent: 'scout', title: 'Reports', policy: 'jobs/full' })
  for (const [at, payload] of PAYLOADS.entries()) {
    const gate = { kind: 'tool', tool: 'look', args: { at } } as const
    const asked = await service.call('ask', { job, gate, key: `k${at}`, session: SESSION, recorded: true })
    if (asked.status !== 'allowed' || asked.attempt === null) throw new Error(`It was ${asked.status}.`)
    const ended =
      at % 2 === 0
        ? ({ status: 'failed', outcome: { error: payload } } as const)
        : ({ status: 'succeeded', outcome: { value: { [`x${payload}`]: payload } } } as const)
    await service.call('record_attempt', { attempt: asked.attempt.id, session: SESSION, ...ended })
  }
  return job
}

test('a hundred hostile texts in every field of an agent run nothing, load nothing and lead nowhere', {
  timeout: 120_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  const held = await Promise.all(PAYLOADS.map((payload) => holdHostile(house, payload)))
  const reported = await reportHostile(house)
  const { page, context } = await signIn(house, house.tokens.reviewer)
  const opened: string[] = []
  page.on('dialog', (dialog) => {
    opened.push(dialog.message())
    void dialog.dismiss()
  })
  context.on('page', (other) => opened.push(other.url()))
  await page.locator('.row').nth(5).waitFor()
  for (let count = 0; count < PAYLOADS.length; count += 6) {
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('j')
    await page.getByRole('complementary', { name: 'Preview' }).locator('.fields').waitFor()
  }
  const sampled = held.filter((_, index) => index % 4 === 0)
  for (const { id, job } of sampled) {
    await page.evaluate(`history.pushState(null, '', '/c/${id}'); dispatchEvent(new PopStateEvent('popstate'))`)
    await page.locator('.review .fields').waitFor()
    await page.getByRole('radio', { name: 'Respond' }).click()
    await page.getByRole('button', { name: 'Exact JSON' }).click()
    await page.evaluate(`history.pushState(null, '', '/jobs/${job}'); dispatchEvent(new PopStateEvent('popstate'))`)
    await page.locator('.timeline .event').first().waitFor()
    await page.getByText('Arguments').click()
    await page.locator('.timeline .fields').waitFor()
  }
  await page.evaluate(`history.pushState(null, '', '/jobs/${reported}'); dispatchEvent(new PopStateEvent('popstate'))`)
  await page.locator('.folded').getByText('Result').last().waitFor()
  await page.evaluate(`for (const one of document.querySelectorAll('.folded')) one.open = true`)
  await expect.poll(() => page.locator('.folded .fields').count()).toBeGreaterThan(PAYLOADS.length)
  expect(opened).toEqual([])
  expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
  expect(new URL(page.url()).origin).toBe(house.url)
  // Nothing that an agent wrote became an element: no image, frame, form or script of its own.
  expect(
    await page.locator('iframe, object, embed, main script, main style, main img, main form[action]').count(),
  ).toBe(0)
})
