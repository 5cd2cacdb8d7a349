import { useState } from 'react'
import { areNoticesWanted, setNoticesWanted } from '../data/notices.ts'

/** Whether the browser says when something needs a person while the page is out of sight. */
export function NoticesSection() {
  const [is, setIs] = useState(() => (areNoticesWanted() ? 'on' : 'off'))
  const change = async (wanted: boolean) => setIs(await setNoticesWanted(wanted))
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">Notices</h2>
      <label className="check">
        <input type="checkbox" checked={is === 'on'} onChange={(event) => void change(event.target.checked)} />
        <span>
          Tell me when something needs me
          <span className="said"> · by this browser, while the page is open but out of sight</span>
        </span>
      </label>
      {is === 'refused' && (
        <p className="notice ask" role="status">
          This browser shows no notices of this site. Allow them in its own settings for the site, and tick this again.
        </p>
      )}
    </section>
  )
}
