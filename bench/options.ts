import { parseArgs } from 'node:util'

/** What a run is asked for. */
export interface Options {
  readonly paths: readonly string[]
  readonly quick: boolean
  readonly writeFloor: boolean
  readonly json: boolean
}

/** Reads the command line; without names of paths, all are run. */
export function readOptions(argv: readonly string[], known: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, 'write-floor': { type: 'boolean' }, json: { type: 'boolean' } },
  })
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`There is no path "${unknown}". There are: ${known.join(', ')}.`)
  return {
    paths: positionals.length === 0 ? known : positionals,
    quick: values.quick ?? false,
    writeFloor: values['write-floor'] ?? false,
    json: values.json ?? false,
  }
}
