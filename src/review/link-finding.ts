import type { Finding } from './finding.ts'
import { isGitFolder } from './path-findings.ts'
import { readPath, shownPath } from './tree-entry.ts'

/** Files that git itself reads; a link in their place makes it read something else. */
const READ_BY_GIT = /(?:^|\/)\.(?:gitattributes|gitmodules|gitignore|mailmap)$/i

/** What is wrong with a symbolic link: it has to stay inside the tree on every computer. */
export function linkFinding(path: Uint8Array, target: Uint8Array): Finding | undefined {
  const name = readPath(path) ?? ''
  const shown = shownPath(path)
  if (READ_BY_GIT.test(name)) {
    return {
      code: 'link_for_git',
      path: shown,
      message: 'Git reads this file, so it can not be a link.',
      refused: true,
    }
  }
  if (staysInside(name, readPath(target))) return undefined
  const message = `The link leads out of the tree, to ${shownPath(target.subarray(0, 200))}. Link to a file beside it, by a relative path.`
  return { code: 'escaping_link', path: shown, message, refused: true }
}

/** Steps up stand only at the start: after a name, which may be a link itself, `..` leads where nobody can tell. */
function staysInside(name: string, target: string | undefined): boolean {
  if (target === undefined || target === '' || /[\\\0]/.test(target) || /^(?:\/|[A-Za-z]:)/.test(target)) return false
  if (isGitFolder(target)) return false
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  const down = parts.findIndex((part) => part !== '..')
  const up = down < 0 ? parts.length : down
  return up <= name.split('/').length - 1 && !parts.slice(up).includes('..')
}
