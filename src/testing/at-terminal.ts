import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { run, type Surroundings } from './fake-io.ts'
import type { ServedHouse } from './served-house.ts'

export const ENTER = '\r'

/** Somebody at the command line of a folder that is served; the token is exchanged for one of their own. */
export async function atTerminal(house: ServedHouse, name: string, token: string) {
  const home = await mkdtemp(join(tmpdir(), 'leeway-home-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const environment = { XDG_CONFIG_HOME: home, NO_COLOR: '1', USER: name }
  const at = (argv: readonly string[], more: Surroundings = {}) =>
    run(argv, { folder: house.root, environment, ...more })
  const file = join(home, 'token')
  await writeFile(file, token, { mode: 0o600 })
  expect((await at(['login', '--token-file', file])).code).toBe(0)
  return at
}

/** Somebody who has set a passphrase as well. */
export async function atTerminalWith(passphrase: string, ...[house, name, token]: Parameters<typeof atTerminal>) {
  const at = await atTerminal(house, name, token)
  const keys = [passphrase, ENTER]
  expect(await at(['login', '--passphrase'], { columns: 80, keys: [...keys, ...keys] })).toMatchObject({ code: 0 })
  return at
}
