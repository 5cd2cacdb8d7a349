import { expect, test } from 'vitest'
import { deepFreeze } from '../testing/deep-freeze.ts'
import { cascadeResultHandling } from './result-handling.ts'

const DEFAULTS = { on_success: 'continue', on_warning: 'continue', on_failure: 'stop' } as const

test('nothing said anywhere gives the defaults', () => {
  expect(cascadeResultHandling({})).toEqual(DEFAULTS)
  expect(cascadeResultHandling({ step: {}, phase: {}, workflow: {} })).toEqual(DEFAULTS)
})

test.for([
  // step       phase      workflow   in effect
  ['stop', 'prompt', 'continue', 'stop'],
  ['continue', 'stop', 'stop', 'continue'],
  [undefined, 'prompt', 'stop', 'prompt'],
  ['prompt', undefined, 'stop', 'prompt'],
  [undefined, undefined, 'stop', 'stop'],
  [undefined, undefined, undefined, 'continue'],
] as const)('on_warning: step %s, phase %s, workflow %s', ([step, phase, workflow, effective]) => {
  const levels = { step: { on_warning: step }, phase: { on_warning: phase }, workflow: { on_warning: workflow } }
  expect(cascadeResultHandling(levels)).toEqual({ ...DEFAULTS, on_warning: effective })
})

test('each result finds its own level', () => {
  const levels = deepFreeze({
    step: { on_success: 'prompt' },
    phase: { on_success: 'continue', on_warning: 'stop' },
    workflow: { on_success: 'continue', on_warning: 'prompt', on_failure: 'prompt' },
  } as const)
  expect(cascadeResultHandling(levels)).toEqual({ on_success: 'prompt', on_warning: 'stop', on_failure: 'prompt' })
})
