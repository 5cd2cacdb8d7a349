/**
 * The half of a browser's sign-in that is no cookie. Cookies know no ports: whatever else listens on the same host is sent them too. A
 * browser's storage belongs to one port alone, so our pages keep the key there and send it in this header.
 */
export const PAGE_KEY = { header: 'leeway-page-key', storage: 'leeway.page-key' } as const

/** Under which names a browser keeps what somebody has begun to write: theirs, that of others who were signed in here, and whose it is. */
export const KEPT_WORDS = { own: 'leeway.draft:', aside: 'leeway.aside:', writer: 'leeway.writer' } as const
