import { ODD_SPACE, UNSEEN } from '../model/hidden-characters.ts'
import type { Finding, FindingCode } from './finding.ts'
import { readPath, shownPath } from './tree-entry.ts'

const MAX_BYTES = 4096
const MAX_PARTS = 100
const MAX_PART_BYTES = 255

const NOT_SEEN = new RegExp(UNSEEN, 'u')
const NO_ORDINARY_SPACE = new RegExp(ODD_SPACE, 'u')
const CONTROL = /\p{Control}/u
/** Letters of these scripts look like each other; a word that mixes them is one that deceives. */
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** Most names are so plain that nothing below can find anything; a push may bring tens of thousands of them. */
const PLAIN = /^[\w+=,@-]+(?:\.[\w+=,@-]+)*(?:\/[\w+=,@-]+(?:\.[\w+=,@-]+)*)*$/
const SHORT = 2 * MAX_PARTS - 1

/** What Windows takes for a device wherever it stands, whatever comes behind a dot. */
const DEVICE = /(?:^|\/)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:[ .][^/]*)?(?:\/|$)/i
const NO_CHARACTER = /[<>:"|?*]/

/** What a path is looked at for, each with what is said of it. */
// biome-ignore format: a table
const CHECKS: readonly (readonly [code: FindingCode, refused: boolean, has: (text: string, parts: readonly string[]) => boolean, message: string])[] = [
  ['path_too_long',     true,  (_, parts) => parts.length > MAX_PARTS,   `A path has at most ${MAX_PARTS} parts.`],
  ['path_too_long',     true,  (_, parts) => parts.some(isTooLong),      `A name has at most ${MAX_PART_BYTES} bytes.`],
  ['hidden_character',  true,  (text) => NOT_SEEN.test(text),            'The name holds a character that is not seen.'],
  ['control_character', true,  (text) => CONTROL.test(text),             'The name holds a line break or another control character.'],
  ['bad_path',          true,  (_, parts) => parts.some(isNoName),       'A path is relative, with "/" between names, and without "." and "..".'],
  ['git_folder',        true,  (text) => isGitFolder(text),              'Some computers take this name for the folder of git itself.'],
  ['unwritable_name',   false, (text) => isUnwritable(text),             'Windows can not write a file or folder of this name, so that nobody can check it out there.'],
  ['look_alike',        false, (_, parts) => parts.some(mixesScripts),   'The name mixes letters of scripts that look alike.'],
  ['look_alike',        false, (text) => NO_ORDINARY_SPACE.test(text),   'The name holds a space that is not the ordinary one.'],
  ['look_alike',        false, (_, parts) => parts.some(isHardToSee),    'The name begins or ends in a space or a dot, or is not in its usual Unicode form.'],
]

/** What is wrong or strange with one path. */
export function pathFindings(bytes: Uint8Array): readonly Finding[] {
  const text = bytes.length > MAX_BYTES ? undefined : readPath(bytes)
  if (text !== undefined && bytes.length <= SHORT && PLAIN.test(text) && !DEVICE.test(text)) return []
  const path = shownPath(bytes.subarray(0, MAX_BYTES))
  if (bytes.length > MAX_BYTES) {
    return [{ code: 'path_too_long', path, message: `A path has at most ${MAX_BYTES} bytes.`, refused: true }]
  }
  if (text === undefined) {
    return [{ code: 'invalid_utf8', path, message: 'The name is not in UTF-8. Rename the file.', refused: true }]
  }
  const parts = text.split('/')
  return CHECKS.flatMap(([code, refused, has, message]) => (has(text, parts) ? [{ code, path, message, refused }] : []))
}

/** Whether any part of a path is `.git` on some computer: in other letters, with what NTFS and HFS+ ignore, or by its short name. */
export function isGitFolder(path: string): boolean {
  return path.split(/[/\\]/).some((part) => {
    const seen = part
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .normalize('NFKC')
      .toLowerCase()
    const [name = ''] = seen.split(':')
    return /^(?:\.git|git~\d+)$/.test(name.replace(/[ .]+$/, ''))
  })
}

function isTooLong(part: string): boolean {
  return new TextEncoder().encode(part).length > MAX_PART_BYTES
}

function isUnwritable(path: string): boolean {
  return DEVICE.test(path) || NO_CHARACTER.test(path)
}

/** Also a drive or a backslash, which lead away on Windows. */
function isNoName(part: string): boolean {
  return part === '' || part === '.' || part === '..' || part.includes('\\') || /^[A-Za-z]:/.test(part)
}

/** Word by word, because a name in Cyrillic may well end in `.md`. */
function mixesScripts(part: string): boolean {
  const words = part.split(/[^\p{Letter}\p{Mark}]+/u)
  return words.some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1)
}

function isHardToSee(part: string): boolean {
  return part !== part.normalize('NFC') || /^\s|\s$|.\.$/u.test(part)
}
