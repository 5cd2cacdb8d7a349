import { useQuery } from '@tanstack/react-query'
import type { JobId, TenantId } from '../../src/model/ids.ts'
import type { JobStatus } from '../../src/model/job-status.ts'
import { api } from '../data/api.ts'
import type { Scope } from './halt-scope.ts'

const OPEN: JobStatus[] = ['queued', 'running', 'pending_review', 'waiting', 'stopped', 'in_doubt']
const LIMIT = 100

/** The open jobs that a halt reaches by themselves; what works for them is reached as well. */
export interface Reach {
  readonly jobs: readonly { readonly id: JobId; readonly title: string }[]
  /** There are more than were counted. */
  readonly isMore: boolean
}

/** What a halt reaches at this moment; undefined until it is known. */
export function useReach(scope: Scope): Reach | undefined {
  const { data } = useQuery({
    queryKey: ['jobs', 'reach', scope],
    queryFn: () => api.call('list_jobs', { status: OPEN, limit: LIMIT, ...filterOf(scope) }),
  })
  return data && { jobs: data.rows, isMore: data.next !== null }
}

function filterOf({ of, name }: Scope) {
  if (of === 'all') return {}
  return of === 'agent' ? { agent: name } : { tenant: name as TenantId }
}
