import { useQuery } from '@tanstack/react-query'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { api } from '../data/api.ts'
import { DiffLines } from '../parts/diff-lines.tsx'
import { Failed } from '../parts/failed.tsx'
import { broughtBy, contentOf } from './content-before.ts'
import { inLines } from './edit-args.tsx'

/** What this revision changed against the one before, for whoever has read that already or has to find what was edited. */
export function ChangedSince({ id, revision, content }: Pick<Checkpoint, 'id' | 'revision' | 'content'>) {
  const last = revision - 1
  const read = useQuery({
    queryKey: ['checkpoint', id, 'revision', last],
    queryFn: async () => {
      const { rows } = await api.call('list_events', { checkpoint: id, type: broughtBy(last), limit: 1000 })
      return contentOf(last, rows)
    },
    enabled: last > 0,
    // A revision never changes once it is there.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (last === 0) return null
  if (!read.data) return <Failed reads={[read]} />
  const [before, after] = [inLines(read.data), inLines(content)]
  if (before === after) return <p className="notice ask">Nothing in it is changed since revision {last}.</p>
  return <DiffLines title={`What is changed since revision ${last}`} before={before} after={after} />
}
