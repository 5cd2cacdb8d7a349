import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { codeOf } from '../testing/desk-folder.ts'
import { aServedHouse } from '../testing/served-house.ts'

const portOf = (url: string) => Number(new URL(url).port)

/** Somebody else at ::1, and the port that they took; undefined on a machine that has no such address. */
async function aNeighbour(): Promise<number | undefined> {
  const server = createServer((_request, response) => response.end('Sign in here.'))
  server.listen({ host: '::1', port: 0 })
  try {
    await once(server, 'listening')
  } catch {
    return undefined
  }
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const isThere = (url: string) =>
  fetch(`http://[::1]:${portOf(url)}/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  )

test('both addresses of this machine are ours, so that nobody else is handed what is meant for localhost', async () => {
  const house = await aServedHouse()
  expect(house.server.hasLocalhost).toBe(true)
  expect(await isThere(house.url)).toBe((await aNeighbour()) !== undefined)
  await house.server.close()
  expect(await isThere(house.url)).toBe(false)
})

test('a link to localhost is given where that name is ours, and not where somebody else answers to it', async () => {
  const ours = await aServedHouse()
  const { url } = await ours.as('reviewer').call('create_sign_in_link', { name: 'localhost' })
  expect(url).toMatch(new RegExp(`^http://localhost:${portOf(ours.url)}/sign-in#lwl_`))

  const port = await aNeighbour()
  // Where there is no ::1, nobody else can have it.
  if (port === undefined) return
  const shared = await aServedHouse({ address: { host: '127.0.0.1', port } })
  expect(shared.server.hasLocalhost).toBe(false)
  expect(await codeOf(shared.as('reviewer').call('create_sign_in_link', { name: 'localhost' }))).toBe('wrong_host')
  const byName = await fetch(`${shared.url}/v1/health`, { headers: { Origin: `http://localhost:${port}` } })
  expect(await byName.json()).toMatchObject({ code: 'wrong_origin' })
  expect((await fetch(`${shared.url}/v1/health`)).status).toBe(200)
})
