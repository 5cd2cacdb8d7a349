import type { Oid } from './oid.ts'
import { MAX_COMMIT_BYTES, type Repository, readCommit } from './repository.ts'

/** A commit, as far as whoever follows its history has to know it. */
export interface Link {
  readonly oid: Oid
  readonly tree: Oid
  readonly parents: readonly Oid[]
}

const REMEMBERED = 1000
/** A commit never changes, and the last ones are looked at with every round. */
const known = new WeakMap<Repository, Map<Oid, Link>>()

/** What a commit is made of. It was there once; whoever relies on it still being there asks git. */
export async function linkOf(repository: Repository, oid: Oid): Promise<Link> {
  return known.get(repository)?.get(oid) ?? noteLink(repository, await readLink(repository, oid))
}

/** Remembers a commit that was read or written. */
export function noteLink(repository: Repository, link: Link): Link {
  const links = known.get(repository) ?? new Map<Oid, Link>()
  known.set(repository, links)
  if (links.size >= REMEMBERED) links.clear()
  links.set(link.oid, link)
  return link
}

/** In one go; what is no commit, or a huge one, is refused as it is everywhere. */
async function readLink(repository: Repository, oid: Oid): Promise<Link> {
  const { type, bytes } = (await repository.objects.contents(oid)) ?? {}
  const isPlain = type === 'commit' && bytes !== undefined && bytes.length <= MAX_COMMIT_BYTES
  const { tree, parents } = isPlain ? readCommit(oid, bytes.toString('utf8')) : await repository.commit(oid)
  return { oid, tree, parents }
}
