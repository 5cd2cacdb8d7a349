import { useState } from 'react'
import { areNoticesWanted, setNoticesWanted } from '../data/notices.ts'

/** Whether the browser says when something needs a person while the page is out of sight. */
export function NoticesSection() {
  const [isOn, setOn] = useState(areNoticesWanted)
  const change = async (wanted: boolean) => setOn(await setNoticesWanted(wanted))
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">Notices</h2>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={(event) => void change(event.target.checked)} />
        <span>
          Tell me when something needs me
          <span className="said"> · by this browser, while the page is open but out of sight</span>
        </span>
      </label>
    </section>
  )
}
