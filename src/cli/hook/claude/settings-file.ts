import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { decodeUtf8 } from '../../../config/decode-utf8.ts'
import { readJson } from '../../../config/strict-json.ts'
import { AppError } from '../../../model/errors.ts'
import type { Io } from '../../io.ts'
import { atPath } from '../../person/at-path.ts'
import type { Scope } from '../hook-options.ts'
import type { Json } from './hook-entry.ts'

/** Where Claude Code looks for its settings. */
export function settingsPath(scope: Scope, { environment, folder }: Io): string {
  if (scope === 'project') return join(folder, '.claude', 'settings.json')
  if (scope === 'local') return join(folder, '.claude', 'settings.local.json')
  const home = environment['HOME'] ?? homedir()
  return join(environment['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'settings.json')
}

/** Where whoever manages a machine puts settings that come before all others. */
export function managedPath(platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json'
  if (platform === 'win32') return String.raw`C:\Program Files\ClaudeCode\managed-settings.json`
  return '/etc/claude-code/managed-settings.json'
}

/** Settings as they stand in their file, and how they are written there. */
export interface SettingsFile {
  readonly path: string
  /** Undefined where there is no file. */
  readonly text: string | undefined
  readonly settings: Json
}

/** Reads a file of settings. What can't be read whole is an error, because it could not be written back whole. */
export async function readSettings(path: string): Promise<SettingsFile> {
  const bytes = await atPath(path, 'read', () => readFile(path).catch(ignoreMissing))
  if (bytes === undefined) return { path, text: undefined, settings: {} }
  const decoded = decodeUtf8(bytes)
  const read = decoded.problem ? { problems: [decoded.problem] } : readJson(decoded.text.trim() || '{}')
  if (decoded.problem || read.problems) throw unreadable(path, read.problems?.[0]?.message ?? 'It is not JSON.')
  if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) {
    throw unreadable(path, 'It holds no object.')
  }
  return { path, text: decoded.text, settings: read.value as Json }
}

/** Writes settings in the place of those that were read, all or nothing, in the manner in which they were written. */
export async function writeSettings({ path, text }: SettingsFile, settings: Json): Promise<void> {
  const isEmpty = Object.keys(settings).length === 0
  if (text === undefined && isEmpty) return
  await atPath(path, 'written', async () => {
    if (isEmpty && (await lstat(path)).isFile()) return rm(path)
    await mkdir(dirname(path), { recursive: true })
    // A link stays a link: people keep their settings elsewhere and link to them.
    const place = text === undefined ? path : await realpath(path)
    const draft = `${place}.${randomUUID()}`
    try {
      await writeFile(draft, inMannerOf(text ?? '', settings), { flag: 'wx' })
      if (text !== undefined) await chmod(draft, (await stat(place)).mode & 0o777)
      await rename(draft, place)
    } finally {
      await rm(draft, { force: true })
    }
  })
}

function inMannerOf(text: string, settings: Json): string {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  const end = text === '' || text.endsWith('\n') ? '\n' : ''
  return `${JSON.stringify(settings, null, indent)}${end}`
}

function unreadable(path: string, why: string): AppError {
  return new AppError('unreadable_file', [], {
    message: `${path} is left as it is, because it can not be read. ${why}`,
  })
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
