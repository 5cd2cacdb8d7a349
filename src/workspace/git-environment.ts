import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'

/** The tree without files, whose name every repository knows. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** Larger single objects are refused where git reads what others sent: git itself then allocates nothing larger. */
const MAX_ALLOCATION = 512 * 1024 * 1024

/**
 * All that git gets to see of our environment, which is nothing: no home, no settings of the machine or the user, no
 * replaced objects, no attributes out of a tree under review, no transport, no prompt.
 */
export function gitEnvironment(path: string): Record<string, string> {
  return {
    PATH: dirname(path),
    HOME: '/dev/null',
    XDG_CONFIG_HOME: '/dev/null',
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ATTR_SOURCE: EMPTY_TREE,
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ALLOW_PROTOCOL: '',
    GIT_ALLOC_LIMIT: String(MAX_ALLOCATION),
  }
}

/** Settings that win over those of the repository, so that even one that was tampered with runs nothing. */
const SETTINGS: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.fsmonitor=false',
  // Whoever is let in nowhere is not asked who they are, nor is a key looked for to sign what is pushed.
  'core.askPass=',
  'push.gpgSign=false',
  'core.useReplaceRefs=false',
  'core.quotePath=true',
  'core.filesRefLockTimeout=10000',
  // What was acknowledged is on the disk, as with the store.
  'core.fsync=committed,reference,pack-metadata',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
  'transfer.hideRefs=refs/leeway',
  'merge.directoryRenames=false',
  // Nobody can have set up a driver of a name that nobody knows, and where there is none git merges by itself.
  `merge.default=${randomBytes(16).toString('hex')}`,
  // Whoever clones should not read of a file that we keep git from reading.
  'advice.graftFileDeprecated=false',
]

/** What stands before every subcommand. */
export const BEFORE_COMMAND: readonly string[] = [
  '--no-pager',
  '--literal-pathspecs',
  ...SETTINGS.flatMap((setting) => ['-c', setting]),
]
