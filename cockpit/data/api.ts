import { ApiClient } from '../../src/client/api-client.ts'

let csrf: string | undefined

/** Keeps what every request that changes something has to carry. */
export function setCsrf(token: string | null): void {
  csrf = token ?? undefined
}

/** The server that this page came from. */
export const api = new ApiClient({ url: location.origin, csrf: () => csrf })
