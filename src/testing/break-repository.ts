import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../workspace/repository.ts'
import { gitNow } from './git-now.ts'

/** The one repository below a root. */
export function repositoryBelow(root: string): string {
  const folder = join(root, '.leeway', 'repositories')
  return join(folder, readdirSync(folder)[0] ?? '')
}

/** Takes every object of the one repository below a root away, so that nothing of it can be merged. */
export function breakRepository(root: string): void {
  removeObjects(repositoryBelow(root))
}

/** Takes every object out of a repository. */
export function removeObjects(repository: string): void {
  const objects = join(repository, 'objects')
  const files = readdirSync(objects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) rmSync(join(parentPath, name))
}

/** Takes one object out of a repository, named as git names it, such as `BRANCH:PATH`, and gives the way back. */
export function removeObject(repository: string, name: string): () => void {
  const git = (args: readonly string[], input?: Buffer) =>
    gitNow([`--git-dir=${repository}`, ...args], input && { input }).toString()
  const oid = git(['rev-parse', name]).trim()
  const objects = join(repository, 'objects')
  // Each object by itself, so that one alone can be gone. Git looks for packs in their own folder.
  const aside = mkdtempSync(join(repository, 'aside-'))
  renameSync(join(objects, 'pack'), join(aside, 'packs'))
  for (const pack of readdirSync(join(aside, 'packs')).filter((one) => one.endsWith('.pack')))
    git(['unpack-objects', '-q'], readFileSync(join(aside, 'packs', pack)))
  const file = join(objects, oid.slice(0, 2), oid.slice(2))
  renameSync(file, join(aside, oid))
  return () => renameSync(join(aside, oid), file)
}

/** Puts every object of a repository into a file of its own, so that one alone can be damaged. */
export async function loosen(repository: Repository): Promise<void> {
  const away = join(repository.folder, 'away')
  renameSync(join(repository.folder, 'objects/pack'), away)
  for (const pack of readdirSync(away).filter((name) => name.endsWith('.pack')))
    await repository.run(['unpack-objects', '-q'], { input: readFileSync(join(away, pack)) })
  await repository.close()
}
