import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '../../testing/folder.ts'
import { aServedHouse } from '../../testing/served-house.ts'
import { findPages } from './pages.ts'

const FILES = { 'index.html': '<!doctype html>', 'theme.js': '', 'assets/shell-3f9a.js': 'export {}' } as const

test('a browser asks anew for every page, and never again for a file whose name says what is in it', async () => {
  const cockpit = aFolder()
  mkdirSync(join(cockpit, 'assets'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cockpit, name), text)
  const { raw } = await aServedHouse({ cockpit })
  const kept = async (path: string, init?: RequestInit) => (await raw(path, init)).headers.get('cache-control')
  for (const path of ['/', '/index.html', '/jobs', '/theme.js', '/sign-in']) expect(await kept(path)).toBe('no-cache')
  expect(await kept('/assets/shell-3f9a.js')).toBe('max-age=31536000, immutable')
  expect(await kept('/assets/none.js')).toBe('no-store')
  const { headers } = await raw('/assets/shell-3f9a.js')
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  const again = await raw('/assets/shell-3f9a.js', { headers: { 'If-None-Match': headers.get('etag') ?? '' } })
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'max-age=31536000, immutable'])
})

test('pages are read before the package can be taken away under the server, and from then on never again', async () => {
  const cockpit = aFolder()
  for (const name of ['index.html', 'theme.js']) writeFileSync(join(cockpit, name), name)
  const { at, loads } = findPages({ cockpit, version: '1' })
  expect((await at('/theme.js'))?.body).toEqual(new Uint8Array(Buffer.from('theme.js')))
  for (const load of loads) await load()
  rmSync(cockpit, { recursive: true })
  for (const path of ['/', '/theme.js', '/reference']) expect((await at(path))?.body.length).toBeGreaterThan(0)
})
