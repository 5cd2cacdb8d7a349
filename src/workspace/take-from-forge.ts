import type { Arrival, ForgeBranch } from '../engine/ports.ts'
import type { Pull } from '../model/pull.ts'
import { Oid } from './oid.ts'
import { fetchPack } from './receive/fetch-pack.ts'
import { PUSH_LIMITS } from './receive/push-limits.ts'
import { receivePush } from './receive/receive-push.ts'
import { type Repository, refOf } from './repository.ts'

interface Taken extends Arrival {
  readonly pull: Pick<Pull, 'branch' | 'head'>
  readonly from: ForgeBranch
}

/** Brings what somebody pushed to a branch on a forge onto ours, through every check that a push to us goes through. */
export async function takeFromForge(
  repository: Repository,
  { pull, from, to, now, beforeLanding }: Taken,
): Promise<void> {
  const [before, after] = [Oid.parse(pull.head), Oid.parse(to)]
  const reader = await fetchPack(from.remote, { want: after, have: before })
  try {
    await receivePush(repository, {
      updates: [{ ref: refOf(pull.branch), from: before, to: after }],
      reader,
      rights: { branches: [pull.branch], mayBegin: false, mayRewrite: false },
      limits: PUSH_LIMITS,
      now,
      beforeLanding: (landing) => beforeLanding(landing.flatMap(({ commits }) => commits)),
    })
  } finally {
    await reader.cancel()
  }
}
