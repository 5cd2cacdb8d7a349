import { Link } from '@tanstack/react-router'

/** What stands at an address that leads nowhere. */
export function NoSuchPage() {
  return (
    <div className="alone">
      <h1>There is nothing here</h1>
      <p>
        The address leads nowhere, or to something that is not yours to see. <Link to="/">To the inbox</Link>
      </p>
    </div>
  )
}
