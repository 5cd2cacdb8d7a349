import { gateIn } from '../../config/gate-in.ts'
import { hashOf, seal } from '../../engine/content-hash.ts'
import { contentOf } from '../../engine/content-of.ts'
import type { Call } from '../../engine/event.ts'
import type { StoredEvent } from '../../engine/ports.ts'
import { AppError } from '../../model/errors.ts'
import type { Gate, GateInput } from '../../model/gate.ts'
import type { Question } from '../ask-gate.ts'
import type { GateOptions } from '../gate-options.ts'
import { ownAround } from '../own-around.ts'
import { ownCopy } from '../own-copy.ts'
import { ownOptions } from '../own-options.ts'
import type { Passage } from '../passage.ts'
import { readResponse } from '../read-response.ts'
import { type Answer, passageOf } from './answer.ts'
import { gateWords } from './journal.ts'
import type { Named } from './program.ts'
import { refuseUnfitName } from './refuse-unfit-name.ts'
import { askNow, replayGate } from './replay-gate.ts'
import type { Asking, Run } from './run.ts'
import { idOf } from './scope.ts'

/** A gate of a program, read and ready to be asked. */
export interface ReadyGate {
  readonly gate: Gate
  readonly given: GateInput
  readonly options: GateOptions & Named
  readonly asking: Asking
  /** Whether the program's run records how the action went. */
  readonly recorded: boolean
  readonly idempotent: boolean
}

/** Reads a gate and says what the call asks. */
export function readyGate(run: Run, ready: Omit<ReadyGate, 'gate' | 'asking'>): ReadyGate {
  refuseUnfitName('a gate', ready.options.name ?? '')
  const given = ownCopy(ready.given)
  const gate = gateIn(run.context.workplace, given)
  const around = ownAround(ready.options.around)
  const { content, hash } = seal(contentOf(gate, around))
  const asking = { name: ready.options.name ?? gate.kind, question: hashOf(['gate', hash]), words: gateWords(content) }
  const options = { ...ownOptions(ready.options), ...(around && { around }) }
  return { ...ready, given, options, gate, asking }
}

/** Asks, or gives the answer of before. Leaves the program where a person has to look. */
export async function askOrReplay(
  run: Run,
  { ready, recorded, call }: { ready: ReadyGate; recorded: readonly StoredEvent[] | undefined; call: Call },
): Promise<Answer> {
  const question = questionOf(run, ready, call)
  try {
    return await (recorded === undefined ? askNow(run, question) : replayGate(run, question, recorded))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'approval_voided') throw error
    // The policy denies it by now. That is recorded, so the program is told what it will be told whenever it runs again.
    await run.journal.catchUp()
    return replayGate(run, question, run.journal.meet(call, ready.asking.words) ?? [])
  }
}

function questionOf(run: Run, { given, options, recorded, idempotent }: ReadyGate, call: Call): Question {
  const { name: _name, ...rest } = options
  const held = { key: `gate:${idOf(call)}`, onHold: run.onHold, ...rest }
  return { job: run.job, by: run.by, gate: given, options: held, recorded, idempotent, call }
}

/** Asks whether the program may go on. */
export async function gate(run: Run, given: GateInput, options: GateOptions & Named): Promise<Passage> {
  const ready = readyGate(run, { given, options, recorded: false, idempotent: false })
  return run.call(ready.asking, async (call, recorded) => {
    const answer = await askOrReplay(run, { ready, recorded, call })
    return readResponse(passageOf(answer), ready.options.response)
  })
}
