import type { Finding } from './finding.ts'
import { readPath } from './tree-entry.ts'

/** Windows writes a name without the spaces and dots at its end, and without what stands behind a colon. */
const ATTRIBUTES_FILE = /(?:^|\/)\.gitattributes[ .]*(?::[^/]*)?$/i
/** Attributes that change what is shown, merged or written, although no program of ours heeds them. */
const SHOWN =
  /^[-!]?(?:diff|merge|binary|text|eol|crlf|ident|working-tree-encoding|export-ignore|export-subst|linguist-generated)(?:=|$)/

/** Whether git takes attributes from this file. */
export function isAttributesFile(path: Uint8Array): boolean {
  return ATTRIBUTES_FILE.test(readPath(path) ?? '')
}

/** What a file of attributes would do on the computer of whoever clones. */
export function attributeFindings(path: string, text: string): readonly Finding[] {
  const attributes = text.split('\n').flatMap(attributesIn)
  const filters = attributes.filter((attribute) => /^filter(?:=|$)/.test(attribute))
  const others = attributes.filter((attribute) => SHOWN.test(attribute))
  return [
    ...filters.slice(0, 1).map((attribute): Finding => {
      const message = `"${attribute.slice(0, 60)}" would run a program over files on the computer of whoever clones. Take it out.`
      return { code: 'filter_attribute', path, message, refused: true }
    }),
    ...others.slice(0, 1).map((attribute): Finding => {
      const message = `"${attribute.slice(0, 60)}" changes how other programs show or merge files. Leeway does not heed it.`
      return { code: 'attribute', path, message, refused: false }
    }),
  ]
}

/** The words after the pattern; a pattern in quotes may hold spaces. One whose quotes never end is a word like any other, as in git. */
function attributesIn(line: string): readonly string[] {
  // Only what git passes over: behind any other space a `#` begins no comment.
  const trimmed = line.replace(/^[ \t\r]+/, '')
  if (trimmed.startsWith('#')) return []
  const rest = trimmed.replace(/^(?:"(?:[^"\\]|\\.)*"|\S+)/, '')
  return rest.split(/\s+/).filter((word) => word !== '')
}
