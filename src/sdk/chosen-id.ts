import type { Store } from '../engine/ports.ts'
import { type CheckpointId, type ChosenId, LOCAL, type TenantId } from '../model/ids.ts'

/** Under which id a checkpoint is kept whose caller chose one. Nobody chooses a "~", so no tenant is in the way of another. */
export function chosenId(tenant: TenantId, id: ChosenId): CheckpointId {
  return (tenant === LOCAL ? id : `${tenant}~${id}`) as string as CheckpointId
}

/** Under which id a checkpoint is kept that somebody of a tenant names: by that id, or by the one that they chose. */
export async function keptId(store: Pick<Store, 'get'>, tenant: TenantId, id: CheckpointId): Promise<CheckpointId> {
  if (tenant === LOCAL || id.includes('~')) return id
  const kept = await store.get('checkpoints', id)
  return kept?.row.tenant === tenant ? id : chosenId(tenant, id as string as ChosenId)
}
