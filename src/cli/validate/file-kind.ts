import { basename, dirname } from 'node:path'

/** What a configuration file can be. */
export const FILE_KINDS = ['policy', 'preset', 'agent', 'tenant', 'project', 'heuristic', 'todos'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** The folders whose names say what their files are. */
export const KIND_FOLDERS: ReadonlyMap<string, FileKind> = new Map([
  ['presets', 'preset'],
  ['agents', 'agent'],
  ['tenants', 'tenant'],
  ['heuristics', 'heuristic'],
])

/** What a file is by its place: `leeway.yaml`, `todos.yaml`, or the nearest folder whose name says it; else a policy document. */
export function kindOf(path: string): FileKind {
  if (/^leeway\.(ya?ml|json)$/.test(basename(path))) return 'project'
  if (/^todos\.(ya?ml|json)$/.test(basename(path))) return 'todos'
  const folders = dirname(path).split(/[/\\]/)
  const folder = folders.findLast((name) => KIND_FOLDERS.has(name))
  return KIND_FOLDERS.get(folder ?? '') ?? 'policy'
}
