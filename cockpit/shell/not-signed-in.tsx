const RETURN = 'leeway.return'

/** Shown to whoever has no session: how to get one, and that they come back to the same place. */
export function NotSignedIn() {
  sessionStorage.setItem(RETURN, location.pathname + location.search)
  return (
    <main className="alone">
      <h1>You are not signed in</h1>
      <p>
        Open the link that <code>leeway up</code> or <code>leeway open</code> prints in your terminal. It works once,
        and brings you back to this page.
      </p>
      <p>
        <a className="button primary" href="/sign-in">
          Sign in with your token
        </a>
      </p>
    </main>
  )
}

/** Where somebody was before they had to sign in; asked once. */
export function takeReturn(): string | null {
  const path = sessionStorage.getItem(RETURN)
  sessionStorage.removeItem(RETURN)
  // Only a path of this very server: two slashes would name another.
  return path !== null && /^\/(?!\/)/.test(path) ? path : null
}
