import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ShownPasskey } from '../../src/api/views.ts'
import { api } from './api.ts'

const passkeysQuery = queryOptions({ queryKey: ['passkeys'], queryFn: () => api.call('list_passkeys', {}) })

/** Browsers keep passkeys for names: an address of numbers has none. */
export const HAS_NAME = !/^[\d.]+$|^\[/.test(location.hostname)

/** Somebody's own passkeys; undefined until they are known. */
export function usePasskeys(): readonly ShownPasskey[] | undefined {
  return useQuery(passkeysQuery).data?.rows
}

/** Whether a passkey works on this page. */
export function worksHere({ rp_id }: Pick<ShownPasskey, 'rp_id'>): boolean {
  return rp_id === location.hostname
}
