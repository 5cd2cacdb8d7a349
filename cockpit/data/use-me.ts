import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../src/api/operations.ts'
import { api } from './api.ts'
import { ONLY_LOOKS } from './only-looks.ts'

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

/** Why somebody can't decide anything here, as a sentence; null where they can. */
export function whyOnlyLooks(me: Me | undefined): string | null {
  if (me === undefined) return 'One moment…'
  return decides(me) ? null : ONLY_LOOKS
}

/** Whether somebody may answer what is held. */
export function decides(me: Me | undefined): boolean {
  return me?.caller === 'reviewer' || me?.caller === 'admin'
}
