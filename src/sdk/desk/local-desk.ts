import { maySee } from '../../engine/access.ts'
import { THE_SWITCH } from '../../engine/job-state.ts'
import { revokeGrant } from '../../engine/revoke-grant.ts'
import { setKillSwitch } from '../../engine/set-kill-switch.ts'
import type { TenantId } from '../../model/ids.ts'
import type { KillSwitch } from '../../model/kill-switch.ts'
import { NOTHING_HALTED } from '../../model/nothing-halted.ts'
import type { Desk } from '../desk.ts'
import { deskCheckpoints } from './desk-checkpoints.ts'
import { deskDocuments } from './desk-documents.ts'
import { deskJobs } from './desk-jobs.ts'
import { deskLog } from './desk-log.ts'
import { deskPeople } from './desk-people.ts'
import { deskPulls } from './desk-pulls.ts'
import { mergePages } from './merge-pages.ts'
import { type Seat, tenantsOf } from './seat.ts'

/** The desk of a person on a store that this process has open. */
export function localDesk(seat: Seat): Desk {
  return {
    now: () => seat.store.now(),
    ...deskCheckpoints(seat),
    pulls: deskPulls(seat),
    documents: deskDocuments(seat),
    ...deskJobs(seat),
    ...deskPeople(seat),
    ...deskLog(seat),
    ...deskGrants(seat),
    ...deskSwitch(seat),
    watch: (changed) => seat.store.watch(changed),
    close: async () => {
      await seat.store.close()
      await seat.workspaces?.close()
    },
  }
}

function deskGrants(seat: Seat): Pick<Desk, 'grants' | 'revokeGrant'> {
  return {
    grants: async (query = {}) => {
      const parts = (await tenantsOf(seat)).map((tenant) => [tenant])
      const spread = { table: 'grants', index: 'by_tenant', parts } as const
      return mergePages(seat.store, { ...spread, orderOf: (grant) => grant.minted_at }, query)
    },
    revokeGrant: async (grant) => {
      await seat.run(revokeGrant, { grant, by: seat.by })
    },
  }
}

function deskSwitch(seat: Seat): Pick<Desk, 'killSwitch' | 'setKillSwitch'> {
  return {
    killSwitch: async () => {
      const person = await seat.me()
      const halted: KillSwitch = (await seat.store.get('switches', THE_SWITCH))?.row ?? NOTHING_HALTED
      const tenants = Object.entries(halted.tenants).filter(([tenant]) => maySee(person, tenant as TenantId))
      return { ...halted, tenants: Object.fromEntries(tenants) }
    },
    setKillSwitch: async (scope, on, reason) => {
      await seat.run(setKillSwitch, { by: seat.by, scope, on, reason })
    },
  }
}
