import { expect, test } from 'vitest'
import type { Verb } from '../../engine/verb.ts'
import { AppError } from '../../model/errors.ts'
import { completed } from './completed.ts'

type Load = Parameters<Verb<string, string, string>['load']>

const VERB: Verb<string, string, string> = {
  load: async (_read, input) => `loaded ${input}`,
  decide: (state, input) => ({ events: [], effects: [], result: `${state}, judged ${input}` }),
}

test.for([
  [new AppError('grant_unfit'), 0],
  [new AppError('step_up_needed'), 1],
] as const)('what is refused anyway takes nothing: %s', async ([error, times]) => {
  let taken = 0
  const decide = (_state: string, input: string) => {
    if (input === 'answer') throw error
    return { events: [], effects: [], result: input }
  }
  const complete = async (input: string) => `${input} with proof ${++taken}`
  const verb = completed({ ...VERB, decide }, complete, () => new Date())
  await verb.load({} as Load[0], 'answer', {} as Load[2])
  expect(taken).toBe(times)
})

test('what can be taken once is taken once, also by a command that lost a race and decides again', async () => {
  let taken = 0
  const verb = completed(VERB, async (input) => `${input} with proof ${++taken}`)
  const [read, policies] = [{} as Load[0], {} as Load[2]]
  for (const _race of [1, 2]) {
    const state = await verb.load(read, 'answer', policies)
    const said = 'loaded answer with proof 1, judged answer with proof 1'
    expect(verb.decide(state, 'answer', new Date())).toMatchObject({ result: said })
  }
})
