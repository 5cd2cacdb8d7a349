import { createInterface } from 'node:readline'
import { workspacesAt } from '../../../src/compose.ts'
import { openCatalog } from '../../../src/config/workplace.ts'
import { Policies } from '../../../src/engine/policies.ts'
import { Fuse } from '../fuse.ts'
import { openKept } from '../open-kept.ts'
import type { ReviewerOrder } from '../orders.ts'
import { reviewAll } from '../review-all.ts'
import { tellParent } from '../told.ts'

/** Reviews one folder after the other, as it is told on standard input, so that one process serves many agents. */
export async function runReviewer(): Promise<void> {
  const policies = new Policies(await openCatalog('/'))
  let stop = async (): Promise<void> => undefined
  for await (const line of createInterface({ input: process.stdin })) {
    const order = JSON.parse(line) as ReviewerOrder
    if ('stop' in order) {
      await stop()
      tellParent({ told: 'stopped' })
      continue
    }
    const { review: root, fatal } = order
    const fuse = new Fuse(fatal)
    const store = await openKept({ root, fuse, tell: tellParent, ahead: 0 })
    const done = new AbortController()
    const workspaces = workspacesAt(root)
    const reviewing = reviewAll({ store, policies, workspaces, crashPoint: fuse.pass }, root, done.signal)
    tellParent({ told: 'begun' })
    stop = async () => {
      done.abort()
      await reviewing
      await workspaces.close()
      await store.close()
    }
  }
}
