import { fileURLToPath } from 'node:url'
import type { AgentFile } from './agent-file.ts'
import { preparedSource } from './prepared-file.ts'
import { AGENT_FILES, PRESET_FILES } from './prepared-files.ts'
import type { PresetFile } from './preset-file.ts'
import type { NamedSource } from './read-folder.ts'

/** Where the product keeps its own presets. */
export const BUILT_IN_PRESETS = fileURLToPath(new URL('../policy/presets', import.meta.url))
/** Where the product keeps its own agents. */
export const BUILT_IN_AGENTS = fileURLToPath(new URL('./agents', import.meta.url))

/** A file of the product with what it says. */
interface BuiltIn<Value> extends NamedSource {
  readonly value: Value
}

/** The presets of the product. */
export const builtInPresets: readonly BuiltIn<PresetFile>[] = Object.entries(PRESET_FILES).map(([name, file]) => ({
  name,
  value: file.value,
  source: preparedSource(BUILT_IN_PRESETS, name, file),
}))

/** The agents of the product. */
export const builtInAgents: readonly BuiltIn<AgentFile>[] = Object.entries(AGENT_FILES).map(([name, file]) => ({
  name,
  value: file.value,
  source: preparedSource(BUILT_IN_AGENTS, name, file),
}))
