import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../src/api/operations.ts'
import { api } from './api.ts'

/** Who is signed in here. */
export type Me = OutputOf<'read_me'>

/** Asks who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: (): Promise<Me> => api.call('read_me', {}),
  retry: false,
})

/** Who is signed in; undefined until it is known. */
export function useMe(): Me | undefined {
  return useQuery(meQuery).data
}

/** Whether somebody may answer what is held. */
export function decides(me: Me | undefined): boolean {
  return me?.caller === 'reviewer' || me?.caller === 'admin'
}
