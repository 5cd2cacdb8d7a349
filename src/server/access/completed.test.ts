import { expect, test } from 'vitest'
import type { Verb } from '../../engine/verb.ts'
import { completed } from './completed.ts'

type Load = Parameters<Verb<string, string, string>['load']>

const VERB: Verb<string, string, string> = {
  load: async (_read, input) => `loaded ${input}`,
  decide: (state, input) => ({ events: [], effects: [], result: `${state}, judged ${input}` }),
}

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
