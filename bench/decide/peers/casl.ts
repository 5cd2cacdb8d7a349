import { createMongoAbility, subject } from '@casl/ability'
import type { Contender } from '../../contender.ts'
import { peerContender } from '../peer.ts'
import { LIMITS } from '../request.ts'

const everywhere = {
  type: { $nin: LIMITS.heldTypes },
  cents: { $lte: LIMITS.cents },
  privacy: { $lte: LIMITS.privacy },
  accuracy: { $lte: LIMITS.accuracy },
  compute: { $lte: LIMITS.compute },
  context: { $in: LIMITS.contexts },
  spent: { $lte: LIMITS.budget },
}
const harmless = {
  irreversibility: { $lte: LIMITS.irreversibility },
  regret: { $lte: LIMITS.regret },
  amplifier: false,
}
const inSource = { argument: { $regex: /^src\// } }
const call = { action: 'call', subject: 'Tool' }

/** CASL. Its later rules outweigh the earlier ones, so what is forbidden stands last. */
export function openCasl(): Promise<Contender> {
  const ability = createMongoAbility([
    { ...call, conditions: { ...harmless, ...everywhere } },
    { ...call, conditions: { tool: 'read_file', ...inSource, ...everywhere } },
    { ...call, conditions: { tool: 'write_file', ...inSource, ...everywhere } },
    { ...call, conditions: { tool: 'deploy' }, inverted: true },
    { ...call, conditions: { tool: 'shell', argument: { $regex: /^rm / } }, inverted: true },
  ])
  return peerContender({
    name: 'CASL',
    answers: 'yes or no',
    prepare: (request) => subject('Tool', { ...request }),
    ask: (tool) => ability.can('call', tool),
  })
}
