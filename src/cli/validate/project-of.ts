import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PROJECT_FILE, PROJECT_FOLDER } from '../../config/workplace.ts'

/** The root of the project that a file belongs to, from its place; where nothing tells, the folder that was asked from. */
export async function projectOf(file: string, folder: string): Promise<string> {
  for (let at = dirname(file); ; at = dirname(at)) {
    if (basename(at) === PROJECT_FOLDER) return dirname(at)
    if (await exists(join(at, PROJECT_FILE))) return at
    if (at === folder || at === dirname(at)) return folder
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
