import { escapeHidden } from '../model/quote.ts'
import type { Repository } from './repository.ts'

/** Every object is read, which takes as long as the repository is large. */
const TIMEOUT_MS = 30 * 60_000
const LONGEST = 300

/** What is wrong with a repository, in a sentence. Reads every object, and looks for those that it has to have. */
export async function inspectRepository(
  repository: Repository,
  named: Iterable<string> = [],
): Promise<string | undefined> {
  const args = ['fsck', '--strict', '--no-dangling', '--no-progress']
  const { code, stdout, stderr } = await repository.attempt(args, { timeoutMs: TIMEOUT_MS })
  if (code !== 0) {
    const said = escapeHidden(`${stdout}${stderr}`.trim().replaceAll('\n', '; ').replaceAll(repository.folder, ''))
    return `git fsck finds: ${said.slice(0, LONGEST)}`
  }
  for (const oid of named) {
    if ((await repository.objects.info(oid)) === undefined) return `${oid} is not in it, which a review names.`
  }
  return undefined
}
