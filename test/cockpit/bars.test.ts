import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { aHeldPlan } from './pull-scene.ts'
import { hold } from './scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))

afterAll(closeBrowser)

/** The rows in which controls stand: how many, from where to where, and whether a name is cut. */
async function rowsOf(controls: Locator) {
  const boxes = await controls.evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top } = one.getBoundingClientRect()
      return { left, right, top: Math.round(top), isCut: one.scrollWidth > one.clientWidth }
    }),
  )
  return [...Map.groupBy(boxes, ({ top }) => top).values()].map((row) => ({
    count: row.length,
    left: Math.round(Math.min(...row.map(({ left }) => left))),
    right: Math.round(Math.max(...row.map(({ right }) => right))),
    isCut: row.some(({ isCut }) => isCut),
  }))
}

test.for([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('the kinds of answers fill their rows, and none stands alone ($width px)', { timeout: 60_000 }, async (size) => {
  const house = await aServedHouse({ cockpit })
  const job = { agent: 'mailer', title: 'Answer the offers', policy: 'jobs/dependent' }
  const gate = { kind: 'tool', tool: 'send_mail', args: { to: 'ann' } } as const
  const all = ['approve', 'edit', 'respond', 'request_changes', 'reject', 'comment'] as const
  const { page } = await signIn(house, house.tokens.reviewer, size)
  for (const count of [2, 3, 4, 5, 6]) {
    const answers = [...all.slice(0, 1), ...all.slice(7 - count)]
    const { id } = await hold(house, { ...job, title: `${count}` }, { gate, terms: { answers } } as never)
    await page.goto(`${house.url}/c/${id}`)
    const kinds = page.getByRole('radiogroup', { name: 'Kind of answer' }).getByRole('radio')
    await kinds.nth(count - 1).waitFor()
    const rows = await rowsOf(kinds)
    const [{ left, right } = { left: 0, right: 0 }] = rows
    expect({ count, rows }).toEqual({
      count,
      rows: rows.map((row) => ({ count: row.count, left, right, isCut: false })),
    })
    expect(rows.every((row) => row.count > 1)).toBe(true)
  }
  expect(await axeViolations(page)).toEqual([])
})

test('on a phone the answers of a review stay in one row, also beside the way to what has to be looked at', {
  timeout: 60_000,
}, async () => {
  const house = await aServedHouse({ cockpit })
  const { pull } = await aHeldPlan(house, async ({ step }) => {
    await step('write', (files) => {
      files.write('plan.md', '# Plan\n')
      files.write('pictures/long-name-of-a-picture.bin', new Uint8Array([0, 1, 2, 255]))
    })
    return {}
  })
  const { page } = await signIn(house, house.tokens.reviewer, {
    at: `/pulls/${encodeURIComponent(pull)}`,
    width: 390,
    height: 844,
  })
  const bar = page.getByRole('group', { name: 'Your review' })
  await bar.getByRole('button', { name: 'Go to pictures/long-name-of-a-picture.bin' }).waitFor()
  const answers = bar.locator('.button:not(.bar-also)')
  await expect.poll(() => rowsOf(answers)).toMatchObject([{ count: 4, isCut: false }])
  const [beside] = await rowsOf(bar.locator('.bar-also'))
  expect(beside?.right).toBeLessThanOrEqual(390)
  expect(await axeViolations(page)).toEqual([])
})
