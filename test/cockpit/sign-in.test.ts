import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { aServedHouse } from '../../src/testing/served-house.ts'
import { axeViolations } from './axe.ts'
import { closeBrowser, signIn } from './browser.ts'
import { hold, TRANSFER } from './scene.ts'

const cockpit = fileURLToPath(new URL('../../cockpit/dist', import.meta.url))
const HEADING = 'bookkeeper wants to run bank.transfer'

afterAll(closeBrowser)

/** Something else that listens on the same host, such as an agent's own development server, and remembers what it is sent. */
async function aNeighbour(): Promise<{ readonly url: string; readonly cookies: readonly string[] }> {
  const cookies: string[] = []
  const server = createServer((request, response) => {
    cookies.push(request.headers.cookie ?? '')
    response.setHeader('Content-Type', 'text/html').end('<title>Neighbour</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cookies }
}

test('a neighbour on another port is sent the cookie, and can do nothing with it', async () => {
  const house = await aServedHouse({ cockpit })
  const neighbour = await aNeighbour()
  const { page } = await signIn(house, house.tokens.admin, { beside: neighbour.url })
  await page.goto(neighbour.url)
  const Cookie = neighbour.cookies.at(0) ?? ''
  expect(Cookie).toMatch(/leeway_session_\d+=lwc_/)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  for (const path of ['/v1/me', '/v1/checkpoints', '/v1/events/stream']) {
    expect((await house.raw(path, { headers: { Cookie } })).status).toBe(401)
  }
})

test('a second tab, a reload and a deep link need no second sign-in', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, TRANSFER.job, TRANSFER.ask)
  const { page, context } = await signIn(house, house.tokens.reviewer)
  await page.reload()
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  const second = await context.newPage()
  await second.goto(`${house.url}/c/${id}`)
  await second.getByRole('heading', { name: HEADING }).waitFor()
  expect(new URL(second.url()).pathname).toBe(`/c/${id}`)
})

test('a tab whose storage was cleared asks to sign in, and all tabs come back with one sign-in', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, TRANSFER.job, TRANSFER.ask)
  const { page, context } = await signIn(house, house.tokens.reviewer)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${house.url}/c/${id}`)
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  await page.getByText('Open the link that leeway up or leeway open prints').waitFor()
  const second = await context.newPage()
  await second.goto(await house.server.signInLink(house.tokens.reviewer))
  await second.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.getByRole('heading', { name: HEADING }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/c/${id}`)
})

test('what happens while the stream is cut off is seen as soon as it is back', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.reviewer)
  await hold(house, { agent: 'writer', title: 'First', policy: 'jobs/dependent' }, TRANSFER.ask)
  await page.getByRole('link', { name: 'writer wants to run bank.transfer' }).waitFor()
  const issued = await house.as('admin').call('issue_token', { kind: 'agent', name: 'other' })
  // Ends every stream, because it may change what somebody sees.
  await house.as('admin').call('revoke_token', { token: issued.token.id })
  await hold(house, TRANSFER.job, TRANSFER.ask)
  await page.getByRole('link', { name: HEADING }).waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: 'writer wants to run bank.transfer' }).count())
    .toBeGreaterThan(0)
})

test('a link that was used says how to get another', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.admin)
  const link = await house.server.signInLink(house.tokens.admin)
  for (const there of ['Inbox', 'For another run “leeway open”, or press l in the terminal of “leeway up”.']) {
    // Another page first: a link to the page that is open would only change what stands behind its hash.
    await page.goto(`${house.url}/reference`)
    await page.goto(link)
    await page.getByText(there).first().waitFor()
    expect(page.url()).not.toContain('#')
  }
})

test('a link of somebody else asks before it takes a browser over, and either answer is kept to', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.admin)
  const follow = async () => {
    // Another page first: a link to the page that is open would only change what stands behind its hash.
    await page.goto(`${house.url}/reference`)
    await page.goto(await house.server.signInLink(house.tokens.reviewer))
    await page.getByText('You are signed in as ada. Sign in as rob instead?').waitFor()
  }
  const me = async () => {
    await page.goto(`${house.url}/settings`)
    return page.getByText('Signed in as').innerText()
  }
  await follow()
  expect(await axeViolations(page)).toEqual([])
  expect(page.url()).not.toContain('#')
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await expect.poll(() => me()).toContain('Signed in as ada')
  await follow()
  await page.getByRole('button', { name: 'Sign in as rob' }).click()
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await expect.poll(() => me()).toContain('Signed in as rob')
})

test('what somebody has begun to write in a browser is theirs alone, also in a page that stays open', async () => {
  const house = await aServedHouse({ cockpit })
  const { id } = await hold(house, { agent: 'writer', title: 'First', policy: 'jobs/dependent' }, TRANSFER.ask)
  const { page, context } = await signIn(house, house.tokens.reviewer)
  await page.goto(`${house.url}/c/${id}`)
  const why = page.getByLabel('Why? The agent is told.')
  await page.getByRole('radio', { name: 'Reject' }).click()
  await why.fill('Rob thinks so.')
  const other = await context.newPage()
  const become = async (token: string, button: string) => {
    await other.goto(`${house.url}/reference`)
    await other.goto(await house.server.signInLink(token))
    await other.getByRole('button', { name: button }).click()
    await other.getByRole('navigation', { name: 'Places' }).waitFor()
  }
  await become(house.tokens.admin, 'Sign in as ada')
  // As a matter of course nothing is chosen and nothing is written.
  await page.getByRole('radio', { name: 'Approve', checked: true }).waitFor()
  await page.getByRole('radio', { name: 'Reject' }).click()
  await expect.poll(() => why.inputValue()).toBe('')
  await why.fill('Ada does not.')
  await become(house.tokens.reviewer, 'Sign in as rob')
  await expect.poll(() => why.inputValue()).toBe('Rob thinks so.')
})

test('our small pages have the letters and the theme of the cockpit, and take them from here', async () => {
  const house = await aServedHouse({ cockpit })
  const { page } = await signIn(house, house.tokens.viewer)
  const looks = async () => {
    await page.evaluate('document.fonts.ready')
    return page.evaluate<object>(LOOKS)
  }
  await page.evaluate("localStorage.setItem('leeway.theme', 'dark')")
  await page.reload()
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  const cockpitLooks = await looks()
  expect(cockpitLooks).toMatchObject({ fonts: 2 })
  await page.goto(`${house.url}/reference`)
  await expect.poll(() => looks()).toEqual(cockpitLooks)
  await page.goto(`${house.url}/sign-in`)
  await expect.poll(() => looks()).toEqual({ ...cockpitLooks, fonts: 1 })
  await page.evaluate("localStorage.removeItem('leeway.theme')")
  await page.reload()
  expect(await axeViolations(page)).toEqual([])
})

/** How many fonts were needed and came, and the colours of paper and ink. */
const LOOKS = `(() => {
  const { color, backgroundColor } = getComputedStyle(document.body)
  const paper = getComputedStyle(document.documentElement).backgroundColor
  const fonts = [...document.fonts].filter(({ status }) => status === 'loaded').length
  return { fonts, ink: color, paper: backgroundColor === 'rgba(0, 0, 0, 0)' ? paper : backgroundColor }
})()`
