import type { Finding, FindingCode } from './finding.ts'
import { readPath, shownPath } from './tree-entry.ts'

const MAX_BYTES = 4096
const MAX_PARTS = 100
const MAX_PART_BYTES = 255

/** What is not seen, or turns what is seen around. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u0085\u2028\u2029\ufff9-\ufffb]/u
const CONTROL = /\p{Control}/u
/** Letters of these scripts look like each other; a word that mixes them is one that deceives. */
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** What is wrong or strange with one path. */
export function pathFindings(bytes: Uint8Array): readonly Finding[] {
  const path = shownPath(bytes)
  const finding = (code: FindingCode, message: string, refused = true): Finding => ({ code, path, message, refused })
  if (bytes.length > MAX_BYTES) return [finding('path_too_long', `A path has at most ${MAX_BYTES} bytes.`)]
  const text = readPath(bytes)
  if (text === undefined) return [finding('invalid_utf8', 'The name is not in UTF-8. Rename the file.')]

  const parts = text.split('/')
  const found: Finding[] = []
  if (parts.length > MAX_PARTS) found.push(finding('path_too_long', `A path has at most ${MAX_PARTS} parts.`))
  if (parts.some(isTooLong)) found.push(finding('path_too_long', `A name has at most ${MAX_PART_BYTES} bytes.`))
  if (HIDDEN.test(text)) found.push(finding('hidden_character', 'The name holds a character that is not seen.'))
  if (CONTROL.test(text))
    found.push(finding('control_character', 'The name holds a line break or another control character.'))
  if (parts.some(isNoName))
    found.push(finding('bad_path', 'A path is relative, with "/" between names, and without "." and "..".'))
  if (isGitFolder(text))
    found.push(finding('git_folder', 'Some computers take this name for the folder of git itself.'))
  if (parts.some(mixesScripts))
    found.push(finding('look_alike', 'The name mixes letters of scripts that look alike.', false))
  if (parts.some(isHardToSee))
    found.push(
      finding('look_alike', 'The name begins or ends in a space or a dot, or is not in its usual Unicode form.', false),
    )
  return found
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
