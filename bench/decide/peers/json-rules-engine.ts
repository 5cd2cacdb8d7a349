import { Engine, type NestedCondition } from 'json-rules-engine'
import type { Contender } from '../../contender.ts'
import { peerContender } from '../peer.ts'
import { LIMITS } from '../request.ts'

const fact = (name: string, operator: string, value: unknown): NestedCondition => ({ fact: name, operator, value })

const everywhere = [
  fact('type', 'notIn', LIMITS.heldTypes),
  fact('cents', 'lessThanInclusive', LIMITS.cents),
  fact('privacy', 'lessThanInclusive', LIMITS.privacy),
  fact('accuracy', 'lessThanInclusive', LIMITS.accuracy),
  fact('compute', 'lessThanInclusive', LIMITS.compute),
  fact('context', 'in', LIMITS.contexts),
  fact('spent', 'lessThanInclusive', LIMITS.budget),
]
const harmless = [
  fact('irreversibility', 'lessThanInclusive', LIMITS.irreversibility),
  fact('regret', 'lessThanInclusive', LIMITS.regret),
  fact('amplifier', 'equal', false),
]
const inSource = fact('argument', 'startsWith', 'src/')

/** json-rules-engine: a call goes on when a rule allows it and none holds it. */
export function openJsonRulesEngine(): Promise<Contender> {
  const engine = new Engine()
  engine.addOperator('startsWith', (text: string, start: string) => text.startsWith(start))
  const rule = (type: 'allow' | 'hold', ...all: NestedCondition[]) =>
    engine.addRule({ conditions: { all }, event: { type } })
  rule('allow', ...harmless, ...everywhere)
  rule('allow', fact('tool', 'in', ['read_file', 'write_file']), inSource, ...everywhere)
  rule('hold', fact('tool', 'equal', 'deploy'))
  rule('hold', fact('tool', 'equal', 'shell'), fact('argument', 'startsWith', 'rm '))
  return peerContender({
    name: 'json-rules-engine',
    answers: 'the rules that fired, with conditions',
    prepare: (request) => ({ ...request }),
    ask: async (facts) => {
      const { events } = await engine.run(facts)
      return events.length > 0 && events.every(({ type }) => type === 'allow')
    },
  })
}
