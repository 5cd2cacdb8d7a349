import type { Io } from '../../io.ts'
import { shownPath } from '../../text/shown-path.ts'
import type { Json } from './hook-entry.ts'
import { managedPath, readSettings, settingsPath } from './settings-file.ts'

/**
 * Why no hook of the settings here runs at all, if so. Claude Code merges its files, so that one without a hook turns off
 * those of the others; of several that say something, the first of this order counts.
 */
export async function whyHooksAreOff(io: Io, managed = managedPath()): Promise<string | undefined> {
  const files = [managed, ...(['local', 'project', 'user'] as const).map((scope) => settingsPath(scope, io))]
  for (const path of files) {
    const shown = shownPath(path, io.folder)
    const settings = await settingsIn(path)
    // Claude Code may read what we can't, as another user, or pass over it.
    if (settings === undefined) return `Nobody knows whether it runs, because ${shown} can not be read.`
    if (path === managed && settings['allowManagedHooksOnly'] === true) {
      return `Only hooks of whoever manages this machine run (allowManagedHooksOnly in ${shown}).`
    }
    const isOff = settings['disableAllHooks']
    if (isOff === true) return `All hooks are turned off by ${shown} (disableAllHooks). Take that line out.`
    if (isOff === false) return undefined
  }
  return undefined
}

async function settingsIn(path: string): Promise<Json | undefined> {
  try {
    return (await readSettings(path)).settings
  } catch {
    return undefined
  }
}
