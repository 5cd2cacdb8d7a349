import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Io } from '../../io.ts'
import { whyHooksAreOff } from './hooks-switch.ts'

const FILES = {
  managed: 'etc/managed-settings.json',
  local: 'project/.claude/settings.local.json',
  project: 'project/.claude/settings.json',
  user: 'home/.claude/settings.json',
} as const
type Given = Partial<Record<keyof typeof FILES, unknown>>

async function whyOff(given: Given) {
  const root = await mkdtemp(join(tmpdir(), 'leeway-hooks-'))
  for (const [name, settings] of Object.entries(given)) {
    const path = join(root, FILES[name as keyof Given])
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, typeof settings === 'string' ? settings : JSON.stringify(settings))
  }
  const io = { folder: join(root, 'project'), environment: { HOME: join(root, 'home') } } as unknown as Io
  return whyHooksAreOff(io, join(root, FILES.managed))
}

const OFF = { disableAllHooks: true }
const ON = { disableAllHooks: false }

test.for([
  [{ local: OFF }, '.claude/settings.local.json (disableAllHooks)'],
  [{ project: OFF }, '.claude/settings.json (disableAllHooks)'],
  [{ user: OFF }, 'home/.claude/settings.json (disableAllHooks)'],
  [{ managed: OFF, local: ON }, 'etc/managed-settings.json (disableAllHooks)'],
  [{ managed: { allowManagedHooksOnly: true } }, 'allowManagedHooksOnly in '],
  [{ local: OFF, project: ON, user: ON }, 'settings.local.json'],
  [{ managed: 'not json' }, 'managed-settings.json can not be read'],
] as const)('hooks are off with %o, and the file is named', async ([given, said]) => {
  expect(await whyOff(given)).toContain(said)
})

test.for<Given>([
  {},
  { local: {}, project: {}, user: {} },
  { managed: ON, local: OFF },
  { local: ON, project: OFF, user: OFF },
  { project: ON, user: OFF },
  { project: { allowManagedHooksOnly: true } },
])('hooks run with %o', async (given) => {
  expect(await whyOff(given)).toBeUndefined()
})
