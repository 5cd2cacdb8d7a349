import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '../../testing/folder.ts'
import { aServedHouse } from '../../testing/served-house.ts'

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
