import { useQuery } from '@tanstack/react-query'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { JobId } from '../../src/model/ids.ts'
import { api } from './api.ts'

const MOST = 200
const NONE: ReadonlyMap<string, readonly Checkpoint[]> = new Map()

/** What somebody refused or nobody answered in time, by its job: of one, or of all that were lately decided. */
export function useRefused(job?: string): ReadonlyMap<string, readonly Checkpoint[]> {
  const { data } = useQuery({
    queryKey: ['jobs', 'refused', job],
    queryFn: async () => {
      const of = job === undefined ? {} : { job: job as JobId }
      const { rows } = await api.call('list_checkpoints', {
        ...of,
        status: ['rejected', 'expired'],
        newest_first: true,
        limit: MOST,
      })
      return Map.groupBy(rows, (checkpoint) => checkpoint.job)
    },
  })
  return data ?? NONE
}
