import { newEnforcer, newModelFromString, StringAdapter } from 'casbin'
import type { Contender } from '../../contender.ts'
import { peerContender } from '../peer.ts'
import { LIMITS } from '../request.ts'

// Its `in` binds looser than `&&`, so that membership is spelled out.
const isOneOf = (name: string, words: readonly string[]) => words.map((word) => `${name} == "${word}"`).join(' || ')

/** A row that forbids looks at the call alone; one that allows has to find everything else in order, too. */
const MATCHER = [
  'keyMatch(r.tool, p.tool) && keyMatch(r.argument, p.argument) && (p.eft == "deny" || (',
  'r.irreversibility <= p.irreversibility && r.regret <= p.regret && r.amplifier <= p.amplifier',
  `&& r.cents <= ${LIMITS.cents} && r.privacy <= ${LIMITS.privacy} && r.accuracy <= ${LIMITS.accuracy}`,
  `&& r.compute <= ${LIMITS.compute} && r.spent <= ${LIMITS.budget}`,
  `&& (${isOneOf('r.context', LIMITS.contexts)}) && !(${isOneOf('r.type', LIMITS.heldTypes)})))`,
].join(' ')

const COLUMNS = [
  'type',
  'tool',
  'argument',
  'irreversibility',
  'regret',
  'amplifier',
  'cents',
  'privacy',
  'accuracy',
  'compute',
  'context',
  'spent',
] as const

const MODEL = `
[request_definition]
r = ${COLUMNS.join(', ')}

[policy_definition]
p = tool, argument, irreversibility, regret, amplifier, eft

[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))

[matchers]
m = ${MATCHER}
`

const POLICY = `
p, *, *, ${LIMITS.irreversibility}, ${LIMITS.regret}, 0, allow
p, read_file, src/*, 2, 2, 1, allow
p, write_file, src/*, 2, 2, 1, allow
p, deploy, *, 0, 0, 0, deny
p, shell, rm *, 0, 0, 0, deny
`

/** Casbin, asked in its fastest way: without a promise, and with flat values. */
export async function openCasbin(): Promise<Contender> {
  const enforcer = await newEnforcer(newModelFromString(MODEL), new StringAdapter(POLICY))
  return peerContender({
    name: 'casbin',
    answers: 'yes or no',
    prepare: (request) => COLUMNS.map((column) => request[column]),
    ask: (values) => enforcer.enforceSync(...values),
  })
}
