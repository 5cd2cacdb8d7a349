export function PoliciesPage() {
  return <h1>PoliciesPage</h1>
}
