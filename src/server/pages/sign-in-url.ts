/** Where a browser signs in with a code. Behind the hash it stays in the browser: no server, log or other page sees it. */
export function signInUrl(server: string, code: string): string {
  return `${server}/sign-in#${code}`
}
