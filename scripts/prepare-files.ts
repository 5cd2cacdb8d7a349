import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AgentFile } from '../src/config/agent-file.ts'
import { parseAs } from '../src/config/locate-problems.ts'
import type { PreparedFile } from '../src/config/prepared-file.ts'
import { PresetFile } from '../src/config/preset-file.ts'
import { type NamedSource, readFolder } from '../src/config/read-folder.ts'
import type { Source } from '../src/config/read-source.ts'
import { pointer } from '../src/model/problems-of.ts'
import { ROOT } from './run-tool.ts'

/** Where the module is. */
export const PREPARED = 'src/config/prepared-files.ts'

const HEAD = `// Made by \`npm run generate\` from the YAML files in src/policy/presets and src/config/agents.
import type { AgentFile } from './agent-file.ts'
import type { PreparedFile } from './prepared-file.ts'
import type { PresetFile } from './preset-file.ts'
`

/** The presets and agents of the product as a module: reading and checking their files took a quarter of every start. */
export async function preparedFiles(): Promise<string> {
  const presets = await readFolder(join(ROOT, 'src/policy/presets'))
  const agents = await readFolder(join(ROOT, 'src/config/agents'))
  return [
    HEAD,
    '/** What the files of the presets say. */',
    'export const PRESET_FILES: Readonly<Record<string, PreparedFile<PresetFile>>> = {',
    ...presets.map((file) => lineOf(file, parseAs(PresetFile, file.source))),
    '}',
    '',
    '/** What the files of the agents say. */',
    'export const AGENT_FILES: Readonly<Record<string, PreparedFile<AgentFile>>> = {',
    ...agents.map((file) => lineOf(file, parseAs(AgentFile, file.source))),
    '}',
    '',
  ].join('\n')
}

function lineOf({ name, source }: NamedSource, value: unknown): string {
  if (source.warnings.length > 0) throw new Error(`${source.path} has a warning: ${source.warnings[0]?.message}`)
  const prepared: PreparedFile<unknown> = { value, places: placesIn(source) }
  return `  ${JSON.stringify(name)}: ${JSON.stringify(prepared)},`
}

function placesIn({ value, locate }: Source): PreparedFile<unknown>['places'] {
  return Object.fromEntries(
    pathsIn(value, []).map((path) => {
      const { line, column } = locate(pointer(path))
      return [pointer(path), [line, column]]
    }),
  )
}

function pathsIn(value: unknown, path: readonly string[]): readonly (readonly string[])[] {
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [path, ...parts.flatMap(([key, part]) => pathsIn(part, [...path, key]))]
}

// By itself and first: the rest that is generated speaks of presets, and reads them from here.
if (import.meta.main) writeFileSync(join(ROOT, PREPARED), await preparedFiles())
