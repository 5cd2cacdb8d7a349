import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Takes every object of the one repository below a root away, so that nothing of it can be merged. */
export function breakRepository(root: string): void {
  const folder = join(root, '.leeway', 'repositories')
  const objects = join(folder, readdirSync(folder)[0] ?? '', 'objects')
  const files = readdirSync(objects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) rmSync(join(parentPath, name))
}
