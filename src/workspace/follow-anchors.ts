import type { Workspaces } from '../engine/ports.ts'
import type { Place } from '../model/review-thread.ts'
import type { Repository } from './repository.ts'

export async function followAnchors(
  _repository: Repository,
  _to: Parameters<Workspaces['follow']>[1],
  anchors: Parameters<Workspaces['follow']>[2],
): Promise<readonly (Place | null)[]> {
  return anchors.map(({ anchor }) => ({ path: anchor.path, first: anchor.first, last: anchor.last }))
}
