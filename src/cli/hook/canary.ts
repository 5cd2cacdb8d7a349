import { AppError } from '../../model/errors.ts'
import { CheckpointId } from '../../model/ids.ts'
import type { HookAnswer, HookCall } from './hook-call.ts'
import type { Gates } from './open-gate.ts'

/** No agent has a tool of this name. A call of it goes the whole way of every call, and is refused in the end. */
export const CANARY_TOOL = 'LeewayCanary'

/** What the canary brings back when it was held; `word` is the one that it was sent with. */
export function canarySentence(word: string): string {
  return `the canary ${word} was held, and taken back.`
}

/** Shows that a call is held which the policy asks about. Whatever comes of it, the call itself is refused. */
export async function askCanary(gates: Gates, { tool, args, cwd }: HookCall): Promise<HookAnswer> {
  const policy = { rules: [{ match: { tool: CANARY_TOOL }, then: 'ask' as const }] }
  const job = await gates.job({ title: 'leeway doctor tries the hook', policy })
  try {
    const passage = await job.gate({ kind: 'tool', tool, args }, { key: 'canary', around: { cwd }, onHold: 'throw' })
    return { decision: 'deny', reason: `the canary was not held, but ${passage.outcome}.` }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'held') throw error
    await job.withdraw(CheckpointId.parse(error.details['checkpoint']), 'It was only a try.')
    return { decision: 'deny', reason: canarySentence(String(args['word'])) }
  } finally {
    await job.finish('tried')
  }
}
