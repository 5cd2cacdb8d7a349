import { findCycles } from './find-cycles.ts'
import { type Import, isModule, type Module, type SourceTree, type Violation } from './module.ts'
import { resolveImport } from './resolve-import.ts'
import { FOLDERS, isTest, ROOT_FILES, TESTING } from './rules.ts'

/** Judges every import of a source tree by the table in rules.ts; an empty answer means all is well. */
export function checkBoundaries(tree: SourceTree): Violation[] {
  return [
    ...completeness(tree),
    ...tree.modules.flatMap((module) => [
      ...place(module),
      ...module.imports.flatMap((item) => importViolations(tree, module.file, item)),
    ]),
    ...findCycles(graphOf(tree)).map(cycle),
  ]
}

function completeness({ modules, filesOnDisk }: SourceTree): Violation[] {
  const read = new Set(modules.map((module) => module.file))
  const existing = [...filesOnDisk].filter(isModule)
  if (existing.length === 0) {
    return [violation(top('src'), 'not-read', 'holds not one module. Run the check at the root of the repository.')]
  }
  return existing
    .filter((file) => !read.has(file))
    .map((file) => violation(top(file), 'not-read', 'exists, but the check did not read it. Mend scripts/boundaries.'))
}

function place({ file, unreadable }: Module): Violation[] {
  if (unreadable !== undefined) {
    return [violation(top(file), 'unreadable', `could not be parsed (${unreadable}). Mend its syntax.`)]
  }
  const folder = folderOf(file)
  if (ROOT_FILES.includes(file) || folder === TESTING || (folder !== undefined && Object.hasOwn(FOLDERS, folder))) {
    return []
  }
  const what = folder === undefined ? 'is not one of the root files' : 'lies in a folder without a rule'
  const todo = 'Move it into a folder of the table in scripts/boundaries/rules.ts, or add a line there.'
  return [violation(top(file), 'unknown-folder', `${what}. ${todo}`)]
}

function importViolations({ filesOnDisk }: SourceTree, file: string, { specifier, line }: Import): Violation[] {
  const at = { file, line }
  if (specifier === undefined) {
    return [violation(at, 'unreadable', 'imports a computed path. Write the path as a plain string.')]
  }
  const target = resolveImport(file, specifier)
  switch (target.kind) {
    case 'package':
    case 'schema':
      return []
    case 'node':
      return isThinking(file) ? [impure(at, specifier)] : []
    case 'outside':
      return [outside(at, specifier)]
    case 'file':
      return filesOnDisk.has(target.file) ? direction(at, target.file) : [unresolved(at, target.file)]
    default:
      return target satisfies never
  }
}

function direction(at: Place, to: string): Violation[] {
  if (forTestsOnly(to) && !forTestsOnly(at.file)) {
    const todo = 'Move what the product needs out of it.'
    return [violation(at, 'testing', `imports ${to}, but only tests may see that. ${todo}`)]
  }
  if (mayImport(at.file, to)) return []

  const folder = folderOf(at.file) ?? 'src'
  const may = ['itself', ...(FOLDERS[folder]?.mayImport ?? [])].join(', ')
  const todo = isTest(at.file)
    ? 'Move a test that crosses folders into test/.'
    : 'Take the value as an argument, or move the code to a folder that may.'
  return [violation(at, 'direction', `imports ${to}, but ${folder} may import only ${may}. ${todo}`)]
}

function mayImport(from: string, to: string): boolean {
  const [fromFolder, toFolder] = [folderOf(from), folderOf(to)]
  if (ROOT_FILES.includes(from) || fromFolder === TESTING || toFolder === TESTING) return true
  if (fromFolder !== undefined && fromFolder === toFolder) return true
  const allowed = FOLDERS[fromFolder ?? '']?.mayImport ?? []
  return allowed.some((item) => item === toFolder || `src/${item}` === to)
}

function graphOf({ modules, filesOnDisk }: SourceTree): Map<string, string[]> {
  const edges = ({ file, imports }: Module): string[] =>
    imports.flatMap(({ specifier }) => {
      const target = specifier === undefined ? undefined : resolveImport(file, specifier)
      return target?.kind === 'file' && filesOnDisk.has(target.file) ? [target.file] : []
    })
  return new Map(modules.map((module) => [module.file, edges(module)]))
}

function cycle(files: readonly string[]): Violation {
  const todo = 'Move what they share into a file of its own.'
  return violation(top(files[0] ?? ''), 'cycle', `imports itself in a circle: ${files.join(' -> ')}. ${todo}`)
}

function impure(at: Place, specifier: string): Violation {
  const todo = 'Do it in a world folder and pass the result in.'
  return violation(at, 'pure', `imports ${specifier}, but ${folderOf(at.file)} is a thinking folder. ${todo}`)
}

function outside(at: Place, specifier: string): Violation {
  const todo = 'Use a relative path inside src.'
  return violation(at, 'outside', `imports ${specifier}, which is no file of src, no package and not Node. ${todo}`)
}

function unresolved(at: Place, to: string): Violation {
  return violation(at, 'unresolved', `imports ${to}, which does not exist. Mend the path; it ends in .ts.`)
}

type Place = Pick<Violation, 'file' | 'line'>

function violation(at: Place, rule: Violation['rule'], message: string): Violation {
  return { ...at, rule, message }
}

/** Where a finding stands that is about the whole file. */
function top(file: string): Place {
  return { file, line: 1 }
}

function isThinking(file: string): boolean {
  return FOLDERS[folderOf(file) ?? '']?.kind === 'thinking' && !isTest(file)
}

function forTestsOnly(file: string): boolean {
  return isTest(file) || folderOf(file) === TESTING
}

/** `src/policy/axes/x.ts` lies in `policy`; a file directly in `src` lies in none. */
function folderOf(file: string): string | undefined {
  const [root, folder, ...rest] = file.split('/')
  if (root === 'cockpit') return 'cockpit'
  return rest.length === 0 ? undefined : folder
}
