import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { escapeHidden } from '../model/quote.ts'
import { MODES } from '../review/tree-entry.ts'
import { gitFailure } from './git-failure.ts'
import type { FileWrite } from './import-commit.ts'
import { FOLDER } from './read-tree.ts'
import { Quarantine } from './receive/quarantine.ts'
import type { Repository } from './repository.ts'
import { folderWith, type NewObject, newObject, smallPack } from './small-pack.ts'

/** Names that git may read settings from: in any letters, also as NTFS shortens them. Of all others it looks at the name alone. */
const OF_GIT = /^(?:\.git|[^~]{0,6}~[1-9])/i
const SAID = /object ([0-9a-f]{40}): (\w+: .*)/
const LONGEST = 200

/**
 * Has git judge the files that it reads settings from (`.gitmodules`, `.gitattributes`) as it judges those of a push: what it refuses
 * there would keep everybody from pushing on top of it. They lie in a quarantine meanwhile, and nothing stays behind.
 */
export async function checkGitFiles(repository: Repository, files: readonly FileWrite[], now: Date): Promise<void> {
  const suspects = files.flatMap(suspectsIn)
  if (suspects.length === 0) return
  const input = await smallPack(suspects.flatMap(({ inside, folder }) => [inside, folder]))
  const quarantine = await Quarantine.open(repository, now)
  try {
    const args = ['-c', 'core.bigFileThreshold=1024g', 'index-pack', '--stdin', '--strict']
    const { code, stderr } = await repository.attempt(args, { input, env: quarantine.aloneEnv })
    if (code === 0) return
    const problems = problemsIn(stderr, suspects)
    throw problems.length === 0 ? gitFailure('index-pack', stderr) : new AppError('invalid_input', problems)
  } finally {
    await quarantine.close()
  }
}

/** A part of a path that git would look into, in a folder of its own: where that folder lies makes no difference to git. */
interface Suspect {
  readonly path: string
  readonly inside: NewObject
  readonly folder: NewObject
}

const NO_FILES = newObject('tree', Buffer.alloc(0))

function suspectsIn(file: FileWrite): readonly Suspect[] {
  const { path, content } = file
  if (content === null) return []
  const names = path.split('/')
  return names.flatMap((name, at) => {
    if (!OF_GIT.test(name)) return []
    const isFile = at === names.length - 1
    const inside = isFile ? newObject('blob', Buffer.from(content)) : NO_FILES
    const folder = folderWith(name, isFile ? MODES[file.kind ?? 'file'] : FOLDER, inside)
    return [{ path, inside, folder }]
  })
}

function problemsIn(stderr: string, suspects: readonly Suspect[]): readonly Problem[] {
  return stderr.split('\n').flatMap((line) => {
    const [, oid = '', said = ''] = SAID.exec(line) ?? []
    const meant = suspects.filter(({ inside, folder }) => inside.oid === oid || folder.oid === oid)
    const why = escapeHidden(said.slice(0, LONGEST))
    return meant.map(({ path }) => ({
      code: 'invalid_value',
      message: `${escapeHidden(path)}: Git would refuse it in a push (${why}). Take that out, or give it another name.`,
      path: '/files',
    }))
  })
}
