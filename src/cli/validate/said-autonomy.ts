import { pointer } from '../../model/problems-of.ts'
import type { FileKind } from './file-kind.ts'

/** A place of a file that says how free something is, read or not. */
export interface SaidAutonomy {
  readonly at: string
  /** Where a bare name is looked for first. */
  readonly family: string
  readonly value: unknown
}

type Keys = readonly string[]

/** Every place of a file that names a preset or holds a policy document, whatever else is wrong with the file. */
export function saidAutonomy(kind: FileKind, file: unknown): readonly SaidAutonomy[] {
  return PLACES[kind](file)
    .map(({ keys, family }) => ({ at: pointer(keys), family, value: valueAt(file, keys) }))
    .filter(({ value }) => value !== undefined)
}

const PLACES: Readonly<Record<FileKind, (file: unknown) => readonly { keys: Keys; family: string }[]>> = {
  policy: () => [{ keys: [], family: '' }],
  preset: () => [{ keys: ['policy'], family: '' }],
  agent: () => [{ keys: ['autonomy'], family: 'jobs' }],
  heuristic: () => [],
  todos: () => [],
  tenant: (file) => {
    const base = valueAt(file, ['tenant']) === undefined ? [] : ['tenant']
    const workers = keysAt(file, [...base, 'workers'])
    return workers.map((name) => ({ keys: [...base, 'workers', name, 'autonomy'], family: 'workers' }))
  },
  project: (file) => [
    { keys: ['autonomy'], family: 'jobs' },
    { keys: ['ceilings', 'global'], family: 'jobs' },
    { keys: ['ceilings', 'project'], family: 'jobs' },
    ...keysAt(file, ['ceilings', 'users']).map((name) => ({ keys: ['ceilings', 'users', name], family: 'jobs' })),
    { keys: ['threads', 'default_autonomy_composition'], family: 'threads' },
  ],
}

/** The value under these keys, or undefined where there is none. */
export function valueAt(file: unknown, keys: Keys): unknown {
  return keys.reduce((value, key) => (isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined), file)
}

/** Whether a value is a map of keys. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function keysAt(file: unknown, keys: Keys): Keys {
  const value = valueAt(file, keys)
  return isMap(value) ? Object.keys(value) : []
}
