export function GrantsPage() {
  return <h1>GrantsPage</h1>
}
