import { newEnforcer, newModelFromString, StringAdapter } from 'casbin'
import type { Contender } from '../../contender.ts'
import { peerContender } from '../peer.ts'
import { LIMITS } from '../request.ts'

const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ')

/** A row that forbids looks at the call alone; one that allows has to find everything else in order, too. */
const MODEL = `
[request_definition]
r = call

[policy_definition]
p = tool, argument, irreversibility, regret, amplifier, eft

[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))

[matchers]
m = keyMatch(r.call.tool, p.tool) && keyMatch(r.call.argument, p.argument) && (p.eft == "deny" || ( \\
  r.call.irreversibility <= p.irreversibility && r.call.regret <= p.regret && r.call.amplifier <= p.amplifier && \\
  r.call.cents <= ${LIMITS.cents} && r.call.privacy <= ${LIMITS.privacy} && r.call.accuracy <= ${LIMITS.accuracy} && \\
  r.call.compute <= ${LIMITS.compute} && r.call.spent <= ${LIMITS.budget} && \\
  r.call.context in (${quoted(LIMITS.contexts)}) && !(r.call.type in (${quoted(LIMITS.heldTypes)}))))
`

const POLICY = `
p, *, *, ${LIMITS.irreversibility}, ${LIMITS.regret}, 0, allow
p, read_file, src/*, 2, 2, 1, allow
p, write_file, src/*, 2, 2, 1, allow
p, deploy, *, 0, 0, 0, deny
p, shell, rm *, 0, 0, 0, deny
`

/** Casbin, by its fastest way to ask. */
export async function openCasbin(): Promise<Contender> {
  const enforcer = await newEnforcer(newModelFromString(MODEL), new StringAdapter(POLICY))
  return peerContender({
    name: 'casbin',
    answers: 'yes or no',
    prepare: (request) => request,
    ask: (call) => enforcer.enforceSync(call),
  })
}
