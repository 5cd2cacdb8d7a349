import { queryOptions } from '@tanstack/react-query'
import { api } from '../data/api.ts'

/** Every preset with what it means; they change with the files of the server alone. */
export const presetsQuery = queryOptions({
  queryKey: ['presets'],
  queryFn: () => api.call('list_presets', {}),
  staleTime: Number.POSITIVE_INFINITY,
})
