import { AppError } from '../model/errors.ts'
import { didYouMean, nearest } from '../model/nearest.ts'
import type { ProblemCode } from '../model/problem.ts'
import { quote } from '../model/quote.ts'
import type { Catalog, Preset } from './catalog.ts'

/** The preset of a name; a bare name is enough where only one family has it. */
export function findPreset(name: string, catalog: Catalog): Preset {
  const names = [...catalog.presets.keys()]
  const fitting = catalog.presets.has(name) ? [name] : names.filter((full) => bare(full) === name)
  const [only, another] = fitting
  if (only === undefined)
    throw refusal('unknown_preset', `There is no preset ${quote(name)}.${suggestion(name, names)}`)
  if (another !== undefined) {
    throw refusal(
      'ambiguous_preset',
      `The preset name ${quote(name)} is ambiguous. Write one of: ${fitting.join(', ')}.`,
    )
  }
  return catalog.presets.get(only) as Preset
}

/** The name in its own family first, as where a file's format already says which family is meant. */
export function presetIn(family: string, name: string, catalog: Catalog): Preset {
  const full = `${family}/${name}`
  return findPreset(catalog.presets.has(full) ? full : name, catalog)
}

/** A bare name may be meant; but the list to choose from names each preset once. */
function suggestion(name: string, names: readonly string[]): string {
  const isNear = nearest(name, [...names, ...names.map(bare)]) !== undefined
  return didYouMean(name, isNear ? [...names, ...names.map(bare)] : names)
}

function bare(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}

function refusal(code: ProblemCode, message: string): AppError {
  return new AppError('invalid_input', [{ code, message, path: '/preset' }])
}
