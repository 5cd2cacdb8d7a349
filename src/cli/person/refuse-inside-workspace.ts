import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { isKept } from '../../compose.ts'
import { PROJECT_FILE } from '../../config/workplace.ts'
import { AppError } from '../../model/errors.ts'

/** Refuses to keep a token where agents work: what they can read there, they can use. */
export async function refuseInsideWorkspace(
  folder: string,
  root: string,
  instead = 'Set XDG_CONFIG_HOME to a folder outside of it.',
): Promise<void> {
  const place = await realPlace(folder)
  const workspace = isBelow(place, await realPlace(root)) ? root : workspaceAbove(place)
  if (workspace === undefined) return
  throw new AppError('not_authorised', [], {
    message: `Your token would lie in ${folder}, which is inside the workspace ${workspace}. ${instead}`,
  })
}

/** Where a path really leads, also when its last parts are not there yet. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await realPlace(parent), path.slice(parent.length))
  }
}

/** Whether a real path is this folder or lies below it. */
function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function workspaceAbove(place: string): string | undefined {
  for (let folder = place; ; folder = dirname(folder)) {
    if (isKept(folder) || existsSync(join(folder, PROJECT_FILE))) return folder
    if (folder === dirname(folder)) return undefined
  }
}
