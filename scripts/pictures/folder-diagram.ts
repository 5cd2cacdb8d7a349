import type { SourceTree } from '../boundaries/module.ts'
import { resolveImport } from '../boundaries/resolve-import.ts'
import { FOLDERS, isTest, TESTING } from '../boundaries/rules.ts'

/** The folders of `src` and which imports which, as they really are, as a Mermaid graph. */
export function folderDiagram(tree: SourceTree): string {
  const modules = tree.modules.filter(
    ({ file }) => file.startsWith('src/') && !isTest(file) && folderOf(file) !== TESTING,
  )
  const folders = new Set(modules.map(({ file }) => folderOf(file)))
  const imports = new Set(
    modules.flatMap((module) => module.imports.flatMap(({ specifier }) => edge(module.file, specifier))),
  )
  return ['graph TD', ...[...folders].sort().map(node), ...[...imports].sort()].join('\n')
}

/** Stands before every way in, and says nothing of what the folders need of each other. */
const OLD_NODE = 'src/refuse-old-node.ts'

/** An import that crosses folders; nothing for one that stays or leaves the sources. */
function edge(file: string, specifier: string | undefined): readonly string[] {
  const target = specifier === undefined ? undefined : resolveImport(file, specifier)
  if (target?.kind !== 'file' || target.file === OLD_NODE) return []
  const [from, to] = [folderOf(file), folderOf(target.file)]
  return from === to ? [] : [`  ${from} --> ${to}`]
}

function folderOf(file: string): string {
  const [, folder = '', rest] = file.split('/')
  return rest === undefined ? 'index' : folder
}

/** Thinking folders are round, the world is square. */
function node(folder: string): string {
  return FOLDERS[folder]?.kind === 'thinking' ? `  ${folder}([${folder}])` : `  ${folder}[${folder}]`
}
