import type { Store } from '../../engine/ports.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import type { CheckpointId } from '../../model/ids.ts'
import { keptId } from '../../sdk/chosen-id.ts'
import { ownCheckpoint } from '../access/own-work.ts'
import type { ProgramPrincipal } from '../access/principal.ts'

/** A checkpoint that a program may see, by the id under which it is kept or by the one that the program chose. */
export async function namedCheckpoint(
  store: Store,
  program: ProgramPrincipal,
  named: CheckpointId,
): Promise<Checkpoint> {
  return ownCheckpoint(store, program, await keptId(store, program.tenant, named))
}
