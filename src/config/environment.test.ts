import { expect, test } from 'vitest'
import { catalog } from '../testing/catalog.ts'
import { environmentLayers } from './environment.ts'

const documentsOf = (environment: Record<string, string>) =>
  environmentLayers(environment, catalog).map((layer) => layer.document)

test.for([
  ['DWORKERS_DEFAULT_AUTONOMY', 'manual', { preset: 'workers/manual' }],
  ['FLAME_AUTONOMY_LEVEL', 'auto', { frames: { level: 'auto' } }],
  ['FLAME_PUSH_THRESHOLD', '60', { frames: { push_threshold: 60 } }],
  ['FLAME_POP_THRESHOLD', '0', { frames: { pop_threshold: 0 } }],
  ['FLAME_SUGGEST_IN_CONTEXT', 'false', { frames: { suggest_in_context: false } }],
  ['FLAME_ENABLED_HEURISTICS', 'duration, complexity', { frames: { enabled_heuristics: ['complexity', 'duration'] } }],
  ['LEEWAY_AUTONOMY', 'jobs/guided', { preset: 'jobs/guided' }],
  ['LEEWAY_WARNING_TOLERANCE', 'high', { warning_tolerance: 'high' }],
  ['LEEWAY_BUDGET_USD', '1.5', { budget_usd: 1.5 }],
  ['LEEWAY_PAUSE_ON_RISK_AMPLIFIER', 'false', { pause_on_risk_amplifier: false }],
  ['LEEWAY_CHECKPOINT_TYPES', 'all', { checkpoint_types: 'all' }],
  ['LEEWAY_CHECKPOINT_TYPES', 'pre_render,deliverable', { checkpoint_types: ['deliverable', 'pre_render'] }],
  ['LEEWAY_CHECKPOINT_TYPES', 'deliverable, pre_render', { checkpoint_types: ['deliverable', 'pre_render'] }],
  ['LEEWAY_CHECKPOINT_TYPES', '["pre_render"]', { checkpoint_types: ['pre_render'] }],
  ['DWORKERS_DEFAULT_AUTONOMY', 'workers/autonomous', { preset: 'workers/autonomous' }],
  ['LEEWAY_PHASE_STOPS', '{"tactical":true}', { phase_stops: { tactical: true } }],
] as const)('%s=%s changes the default', ([name, value, document]) => {
  expect(documentsOf({ [name]: value })).toEqual([document])
})

test.for([
  ['DWORKERS_DEFAULT_AUTONOMY', ''],
  ['DWORKERS_DEFAULT_AUTONOMY', 'MANUAL'],
  ['FLAME_AUTONOMY_LEVEL', 'Auto'],
  ['FLAME_PUSH_THRESHOLD', '70abc'],
  ['FLAME_PUSH_THRESHOLD', '1e2'],
  ['FLAME_PUSH_THRESHOLD', 'NaN'],
  ['FLAME_PUSH_THRESHOLD', '0x46'],
  ['FLAME_PUSH_THRESHOLD', '101'],
  ['FLAME_SUGGEST_IN_CONTEXT', 'yes'],
  ['FLAME_SUGGEST_IN_CONTEXT', '1'],
  ['FLAME_SUGGEST_IN_CONTEXT', 'TRUE'],
  ['LEEWAY_AUTONOMY', 'manual'],
  ['LEEWAY_BUDGET_USD', '1e2'],
  ['LEEWAY_BUDGET_USD', '-1'],
  ['LEEWAY_PHASE_STOPS', '{"tactical":true,"tactical":false}'],
  ['LEEWAY_BUGET_USD', '1'],
  ['FLAME_ENABLED_HEURISTICS', 'duration,complexty'],
  ['FLAME_PUSH_TRESHOLD', '60'],
  ['DWORKERS_DEFAULT_AUTONOMIE', 'manual'],
  ['DWORKERS_DEFAULT_AUTONOMY', 'full'],
  ['DWORKERS_DEFAULT_AUTONOMY', 'jobs/full'],
  ['LEEWAY_CHECKPOINT_TYPES', 'ALL'],
  ['LEEWAY_CHECKPOINT_TYPES', 'deliverable'],
  ['LEEWAY_CHECKPOINT_TYPES', 'deliverable,'],
  ['LEEWAY_CHECKPOINT_TYPES', 'deliverable, ,pre_render'],
  ['LEEWAY_AUTONOMY', 'x'.repeat(1_000_000)],
])('%s=%.20s is refused, and the message names the variable', ([name, value]) => {
  expect(() => documentsOf({ [name as string]: value as string })).toThrow(name as string)
})

test.for([
  ['LEEWAY_CHECKPOINT_TYPES', 'ALL', 'Did you mean "all"?'],
  ['FLAME_PUSH_TRESHOLD', '60', 'Did you mean "FLAME_PUSH_THRESHOLD"?'],
  ['DWORKERS_DEFAULT_AUTONOMY', 'manul', 'Did you mean "manual"?'],
] as const)('%s=%s is refused with what was meant', ([name, value, suggestion]) => {
  expect(() => documentsOf({ [name]: value })).toThrow(suggestion)
})

test('variables that are not settings are left alone', () => {
  expect(
    documentsOf({ PATH: '/bin', FLAME_COLOUR: 'red', FLAME_LOG_LEVEL: 'info', DWORKERS_DEFAULT_MODEL: 'x' }),
  ).toEqual([])
})

test('our own variables have the last word over the names of the source systems', () => {
  const layers = environmentLayers({ LEEWAY_AUTONOMY: 'full', DWORKERS_DEFAULT_AUTONOMY: 'manual' }, catalog)
  expect(layers.map((layer) => layer.id)).toEqual(['DWORKERS_DEFAULT_AUTONOMY', 'LEEWAY_AUTONOMY'])
})

test('what lets an agent in is no setting, and nobody is stopped by it', () => {
  expect(documentsOf({ LEEWAY_TOKEN: 'lwa_x', LEEWAY_URL: 'http://127.0.0.1:7317' })).toEqual([])
})
