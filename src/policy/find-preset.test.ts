import { expect, test } from 'vitest'
import { catalog } from '../testing/catalog.ts'
import type { Catalog, Preset } from './catalog.ts'
import { findPreset, presetIn } from './find-preset.ts'
import { standardPolicy } from './overlay.ts'
import { resolvePolicy } from './resolve.ts'

/** The product's catalog with more presets, each a document under its name. */
function withPresets(documents: Readonly<Record<string, Preset['policy']>>): Catalog {
  const presets = new Map(catalog.presets)
  for (const [name, policy] of Object.entries(documents)) presets.set(name, { name, sentence: 'Mine.', policy })
  return { ...catalog, presets }
}

test.for([
  ['jobs/partial', 'jobs/partial'],
  ['partial', 'jobs/partial'],
  ['dry-run', 'runs/dry-run'],
  ['standard', 'standard'],
])('%s is the preset %s', ([name, full]) => {
  expect(findPreset(name as string, catalog).name).toBe(full)
})

test.for([
  ['runs', 'autonomous', 'runs/autonomous'],
  ['workers', 'autonomous', 'workers/autonomous'],
  ['workers', 'partial', 'jobs/partial'],
  ['workers', 'jobs/full', 'jobs/full'],
] as const)('within %s, %s is %s', ([family, name, full]) => {
  expect(presetIn(family, name, catalog).name).toBe(full)
})

test('within a family that does not have it, an ambiguous name stays ambiguous', () => {
  expect(() => presetIn('threads', 'manual', catalog)).toThrow('frames/manual, workers/manual')
})

test('a preset of the user is found by its full and by its bare name', () => {
  const mine = withPresets({ 'team/careful': { preset: 'jobs/dependent', budget_usd: 0.1 } })
  for (const name of ['team/careful', 'careful']) {
    expect(resolvePolicy(name, mine)).toEqual({ ...resolvePolicy('jobs/dependent', mine), budget_usd: 0.1 })
  }
})

test('a preset of the user makes a bare name ambiguous that was unique', () => {
  const mine = withPresets({ 'team/partial': {} })
  expect(() => findPreset('partial', mine)).toThrow('jobs/partial, team/partial')
  expect(findPreset('jobs/partial', mine).name).toBe('jobs/partial')
})

test('presets may build on each other, the nearest word wins', () => {
  const mine = withPresets({
    'team/a': { budget_usd: 1, warning_tolerance: 'high' },
    'team/b': { preset: 'team/a', budget_usd: 2 },
    'team/c': { preset: 'b', level: 'assist' },
  })
  expect(resolvePolicy({ preset: 'c', error_tolerance: 'low' }, mine)).toMatchObject({
    budget_usd: 2,
    check_in_frequency: 'per-phase',
    warning_tolerance: 'none',
    error_tolerance: 'low',
  })
})

test('presets that refer to each other are an error, not an endless search', () => {
  const mine = withPresets({ 'team/a': { preset: 'team/b' }, 'team/b': { preset: 'team/a' } })
  expect(() => resolvePolicy('team/a', mine)).toThrow('team/a > team/b > team/a')
})

test.for(['__proto__', 'constructor', 'toString', '', '/', 'jobs/', 'JOBS/FULL', ' full', 'full\u0000'])(
  'the name %j is unknown',
  (name) => {
    expect(() => findPreset(name, catalog)).toThrow('There is no preset')
  },
)

test('where nothing is near, the list to choose from names each preset once', () => {
  const names = [...catalog.presets.keys()]
  expect(() => findPreset('something else', catalog)).toThrow(
    `Choose one of: ${names.slice(0, 12).join(', ')} and ${names.length - 12} more.`,
  )
})

test('a standard that does not name every axis is refused', () => {
  const { budget_usd: _, ...rest } = catalog.presets.get('standard')?.policy ?? {}
  expect(() => standardPolicy(withPresets({ standard: rest }))).toThrow('lacks budget_usd')
})

test('presets that refer to each other are refused with the whole circle', () => {
  const presets = new Map(catalog.presets)
  presets.set('team/a', { name: 'team/a', sentence: '', policy: { preset: 'team/b' } })
  presets.set('team/b', { name: 'team/b', sentence: '', policy: { preset: 'team/a' } })
  const message = 'The presets team/a > team/b > team/a refer to each other.'
  expect(() => resolvePolicy('team/a', { ...catalog, presets })).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      problems: [{ code: 'invalid_value', message, path: '/preset' }],
    }),
  )
})

test('a standard that lacks an axis says which, and everything is refused until it is whole', () => {
  const presets = new Map([['standard', { name: 'standard', sentence: '', policy: {} }]])
  expect(() => resolvePolicy({}, { ...catalog, presets })).toThrow(
    'has to name every axis; it lacks rules, checkpoint_types,',
  )
  expect(() => resolvePolicy({}, { ...catalog, presets: new Map() })).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      problems: [{ code: 'missing_key', message: expect.stringContaining('has to name every axis'), path: '' }],
    }),
  )
})
