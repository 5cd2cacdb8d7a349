import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from './repository.ts'

/** Every commit and every push leaves a pack; each git that starts has to open all of them. */
const MANY = 40

/**
 * Puts small packs together once there are many. Nothing is thrown away, whether a ref leads to it or not. Git reads and writes meanwhile,
 * and finds what has moved. A repository that could not be tidied is slower, and no worse: the next merge tries again.
 */
export async function tidy(repository: Repository): Promise<void> {
  const names = await readdir(join(repository.folder, 'objects/pack'))
  if (names.filter((name) => name.endsWith('.pack')).length < MANY) return
  // As long as fast-import is open, it holds on to the packs that it wrote.
  await repository.importer.close()
  // Lists of refs and packs are for clients that are served as plain files, and every ref is read for them.
  await repository.run(['repack', '--geometric=2', '-d', '-n', '-q'])
}
