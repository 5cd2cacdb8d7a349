import { expect, test } from 'vitest'
import { pointer } from '../model/problems-of.ts'
import { AgentFile } from './agent-file.ts'
import { BUILT_IN_AGENTS, BUILT_IN_PRESETS, builtInAgents, builtInPresets } from './built-in.ts'
import { parseAs } from './locate-problems.ts'
import { PresetFile } from './preset-file.ts'
import { readFolder } from './read-folder.ts'

test.each([
  { what: 'presets', folder: BUILT_IN_PRESETS, schema: PresetFile, prepared: builtInPresets },
  { what: 'agents', folder: BUILT_IN_AGENTS, schema: AgentFile, prepared: builtInAgents },
])('the $what that are prepared say what their files say', async ({ folder, schema, prepared }) => {
  const files = await readFolder(folder)
  expect(prepared.map(({ name, value, source }) => ({ name, value, path: source.path }))).toEqual(
    files.map(({ name, source }) => ({ name, value: parseAs<unknown>(schema, source), path: source.path })),
  )
})

test('every part of a file is found where it stands, and what is not there at what it would be part of', async () => {
  const files = [...(await readFolder(BUILT_IN_PRESETS)), ...(await readFolder(BUILT_IN_AGENTS))]
  const prepared = [...builtInPresets, ...builtInAgents]
  const places = files.flatMap(({ source }, at) =>
    [...pointersIn(source.value), '/policy/nothing', '/nothing/at/all'].map((place) => ({
      place: `${source.path}#${place}`,
      found: prepared[at]?.source.locate(place),
      stands: source.locate(place),
    })),
  )
  expect(places.length).toBeGreaterThan(100)
  for (const { place, found, stands } of places) expect({ place, found }).toEqual({ place, found: stands })
})

function pointersIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['']
  return ['', ...Object.entries(value).flatMap(([key, part]) => pointersIn(part).map((rest) => pointer([key]) + rest))]
}
