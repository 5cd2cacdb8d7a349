import { maySee } from '../engine/access.ts'
import type { Lease } from '../engine/ports.ts'
import type { Ports } from '../engine/run-command.ts'
import type { Person } from '../model/person.ts'
import { doubtGone } from './doubt-gone.ts'
import { tenantOf } from './session.ts'

/** The processes that are there at this moment and work for somebody whose work the person sees. */
export async function sessionsSeen(ports: Ports, person: Person): Promise<readonly Lease[]> {
  return (await doubtGone(ports)).there.filter((lease) => maySee(person, tenantOf(lease)))
}
