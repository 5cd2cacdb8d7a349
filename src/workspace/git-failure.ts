import { AppError, type ErrorCode } from '../model/errors.ts'
import { escapeHidden } from '../model/quote.ts'

const LONGEST = 500

/** What git says, and what it means for whoever asked. The first that fits holds. */
const MEANINGS: readonly (readonly [said: RegExp, code: ErrorCode])[] = [
  // Its own words go on as if the object were damaged.
  [/attempting to allocate \d+ over limit/, 'too_much_output'],
  [/No space left on device|Out of disk ?space|disk full|(?:Disk )?quota exceeded|File too large/i, 'disk_full'],
  [
    /not a git repository|bad object|(blob|tree|commit) not found|not a tree object|missing (blob|tree|commit|object)|could not get object info|unable to read|could not (read|parse)|is corrupt|corrupt (loose|patch|MIDX)|packfile .* (cannot|does not|index)|index file .* (corrupt|too small)|non-monotonic index|wrong index|invalid (sha1 pointer|object)|inflate|bad (tree|config|signature)|is empty|unable to (unpack|parse)|pack has bad|not a valid (commit|(object|'tree') name)|not something we can merge|failed to parse|too-short tree object|malformed mode in tree|empty filename in tree|broken/i,
    'repository_broken',
  ],
]

/** The error for a git that ended badly: its own words, made harmless, under the code that says what to do. */
export function gitFailure(command: string, stderr: string): AppError {
  const isLocked = LOCKED.test(stderr)
  const said = sayings(stderr.replace(LOCKED, '$1'))
  const code = MEANINGS.find(([pattern]) => pattern.test(said))?.[1] ?? 'git_failed'
  const advice = ADVICE[code] ?? (isLocked ? OF_LOCK : '')
  const message = `git ${command} failed. ${sentenceOf(said)}${advice}`
  return new AppError(code, [], { message, details: { command } })
}

/** What git says of something that is no part of our repository, in its own words, made harmless. */
export function gitSays(stderr: string): string {
  return sentenceOf(sayings(stderr))
}

function sentenceOf(said: string): string {
  return said === '' ? 'It gave no reason.' : `It said: ${said}${/[.!?]$/.test(said) ? '' : '.'}`
}

const ADVICE: Partial<Record<ErrorCode, string>> = {
  too_much_output: ' Something in it is larger than Leeway reads; the repository itself is sound.',
  disk_full: ' Make room and try again; nothing was changed.',
  repository_broken: ' Look at it with "git fsck" in its folder, which leeway doctor names, or go back to a backup.',
}
/** Git's own advice goes on for lines, and its last one is about deleting a file of which nobody who reads it here knows the place. */
const LOCKED = /^(.*\.lock': File exists)\b.*$/s
const OF_LOCK =
  ' Another git is at work there, or was killed and left its lock behind: leeway doctor names the file, and what to do.'

/** The words of git on one line, without what could act on a terminal. */
function sayings(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim())
  // Where a report was left says nothing: it is taken away.
  const told = lines.filter((line) => withoutSign(line) !== '' && !NO_SAYING.test(line))
  // Of each pack the same is said more than once.
  const all = [...new Set(told)].reduce((said, line) => (said === '' ? withoutSign(line) : joined(said, line)), '')
  return escapeHidden(withoutPlace(all)).slice(0, LONGEST)
}

const SIGN = /^(?:fatal|error): /
const NO_SAYING = /^(?:fatal: |error: )?fast-import: dumping crash report/

function withoutSign(line: string): string {
  return line.replace(SIGN, '')
}

/** Git breaks long sentences into lines; only what it says anew is set apart. */
function joined(said: string, line: string): string {
  const goesOn = !SIGN.test(line) && /^[\p{Lowercase}'"(]/u.test(line)
  return `${said}${goesOn || /[.,:;!?]$/.test(said) ? ' ' : '; '}${withoutSign(line)}`
}

/** Where on the disk a repository lies is nothing to whoever asked, who may be somewhere else. */
function withoutPlace(line: string): string {
  return line.replaceAll(PLACE, (_whole, end: string) => (end === '/' ? '' : 'the repository'))
}

const PLACE = /(?<=^|[\s'"(])\/(?:[^'"]*?\/)?[^/'"]+\.git(\/|(?=$|['":;,)\s]))/g
