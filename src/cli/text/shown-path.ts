import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { harmless } from '../../model/harmless.ts'

/** The folders of the product itself, and how they are called in front of people. */
const OWN = [
  { folder: ownFolder('../../policy/presets/'), shown: 'leeway:presets/' },
  { folder: ownFolder('../../config/agents/'), shown: 'leeway:agents/' },
]

/** A path as a person in this folder wants to read it: relative where it is below, short where it is the product's. */
export function shownPath(path: string, folder: string): string {
  const own = OWN.find((one) => path.startsWith(one.folder))
  if (own !== undefined) return own.shown + path.slice(own.folder.length).split(sep).join('/')
  const below = isAbsolute(path) ? relative(folder, path) : path
  return harmless(below === '' || below.startsWith('..') ? path : below)
}

/** Whether a file came with the product. */
export function isOwnFile(path: string): boolean {
  return OWN.some((one) => path.startsWith(one.folder))
}

function ownFolder(from: string): string {
  return fileURLToPath(new URL(from, import.meta.url))
}
