/** Which repository of which forge, and who we are there. */
export interface ForgeOptions {
  /** Where the API begins. */
  readonly base: URL
  readonly owner: string
  readonly repository: string
  /** The branch that pull requests are merged into. */
  readonly main: string
  /** Resolved when it is needed, and kept nowhere. */
  readonly token: () => Promise<string>
  readonly now: () => number
  readonly timeoutMs?: number
}

/** The header that lets git in: both forges take a token in the place of a password. */
export function gitHeader(token: string): string {
  return `Authorization: Basic ${Buffer.from(`leeway:${token}`).toString('base64')}`
}
