import { queryOptions } from '@tanstack/react-query'
import { api } from '../data/api.ts'

/** Reads the grants, the newest first. */
export const grantsQuery = queryOptions({
  queryKey: ['grants'],
  queryFn: () => api.call('list_grants', { limit: 200, newest_first: true }),
})
