import { AppError } from '../../model/errors.ts'
import type { Oid } from '../oid.ts'
import type { Repository } from '../repository.ts'
import { refusePastReview } from '../require-reviewable.ts'
import { checkFiles } from './check-files.ts'
import { checkHistory, checkSizes } from './check-history.ts'
import { orDamaged } from './or-damaged.ts'
import type { PktReader } from './pkt-line.ts'
import type { PushLimits } from './push-limits.ts'
import type { RefUpdate } from './push-request.ts'
import { type PushRights, refused, refuseForeign } from './push-rights.ts'
import { Quarantine } from './quarantine.ts'
import { unpack } from './unpack.ts'

/** A push, as far as it was read, and what holds for whoever made it. */
export interface Push {
  readonly updates: readonly RefUpdate[]
  /** The rest of the request: its objects. */
  readonly reader: PktReader
  readonly rights: PushRights
  readonly limits: PushLimits
  readonly now: Date
  readonly signal?: AbortSignal | undefined
  /** Called when everything is checked and nothing has moved yet; what it throws refuses the push. */
  readonly beforeLanding?: ((updates: readonly LandedUpdate[]) => Promise<void>) | undefined
}

/** A branch that a push moves. */
export interface LandedUpdate {
  readonly ref: string
  readonly from: Oid | null
  readonly to: Oid
  /** The new commits, newest first. */
  readonly commits: readonly string[]
}

/** Takes a push completely or not at all. Until every check has passed, its objects lie where no other git looks. */
export async function receivePush(repository: Repository, push: Push): Promise<readonly LandedUpdate[]> {
  for (const update of push.updates) refuseForeign(update, push.rights)
  const quarantine = await Quarantine.open(repository, push.now)
  try {
    await unpack(repository, { ...push, pack: push.reader.rest(), quarantine })
    await checkSizes(repository, quarantine, push.limits)
    const landed: LandedUpdate[] = []
    for (const update of push.updates) landed.push(await check(repository, update, { ...push, quarantine }))
    await push.beforeLanding?.(landed)
    await quarantine.letIn()
    await repository.changeRefs(landed.map(({ ref, from, to }) => ({ ref, from, to }))).catch(rethrow)
    return landed
  } catch (error) {
    throw await orDamaged(repository, error, push.limits.timeoutMs)
  } finally {
    await quarantine.close()
  }
}

async function check(
  repository: Repository,
  { ref, from, to }: RefUpdate,
  push: Push & { readonly quarantine: Quarantine },
) {
  if (to === null) throw refused('A branch can not be deleted.')
  const commits = await checkHistory(repository, { ...push, update: { ref, from, to } })
  await checkFiles(repository, { ...push, commits })
  await refusePastReview(repository, to, push.quarantine)
  return { ref, from, to, commits }
}

function rethrow(error: unknown): never {
  const isMoved = error instanceof AppError && error.code === 'branch_moved'
  throw isMoved ? refused('Somebody else pushed first. Fetch, and push again.') : error
}
