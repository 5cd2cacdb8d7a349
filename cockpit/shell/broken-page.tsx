/** What stands where a screen failed: nothing was decided by it, and loading it again mends most of it. */
export function BrokenPage() {
  return (
    <div className="alone" role="alert">
      <h1>This page failed</h1>
      <p>Nothing was decided. The server may have been renewed since the page was opened.</p>
      <p>
        <button type="button" className="button primary" onClick={() => location.reload()}>
          Load it again
        </button>
      </p>
    </div>
  )
}
