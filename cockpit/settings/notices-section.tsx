import { useState } from 'react'
import { areNoticesWanted, setNoticesWanted, whyNoNotices } from '../data/notices.ts'

/** Whether the browser says when something needs a person while the page is out of sight. */
export function NoticesSection() {
  const [isOn, setOn] = useState(areNoticesWanted)
  const [why, setWhy] = useState<string | null>(null)
  const change = async (wanted: boolean) => {
    const isWished = await setNoticesWanted(wanted)
    setOn(isWished)
    setWhy(
      wanted && !isWished
        ? (whyNoNotices() ?? 'The browser was not allowed to show notices, so none are shown.')
        : null,
    )
  }
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
      <p className="said" role="status">
        {why}
      </p>
    </section>
  )
}
