import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../data/api.ts'
import { useKillSwitch } from '../data/use-kill-switch.ts'
import { decides, type Me } from '../data/use-me.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { Ago } from '../parts/time.tsx'
import { Visible } from '../parts/visible.tsx'

/** Halts every agent at once: nothing passes a gate until somebody lets it go on. */
export function KillSwitchSection({ me }: { readonly me: Me | undefined }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const all = useKillSwitch()?.all ?? null
  const isOn = all !== null
  const set = async (reason: string) => {
    await api.call('set_kill_switch', { halt: { of: 'all' }, on: !isOn, reason })
    await client.invalidateQueries({ queryKey: ['kill-switch'] })
  }
  return (
    <section aria-labelledby="halt">
      <h2 id="halt">Kill switch</h2>
      {all === null ? (
        <p>Nothing is halted.</p>
      ) : (
        <p className="notice deny">
          <span>
            <strong>Everything is halted</strong> by {all.by}, <Ago at={all.at} word=" ago" />:{' '}
            <Visible text={all.reason} />
          </span>
        </p>
      )}
      <p>
        <button
          type="button"
          className={isOn ? 'button' : 'button danger'}
          disabled={!decides(me)}
          onClick={() => setAsking(true)}
        >
          {isOn ? 'Let everything go on…' : 'Halt everything…'}
        </button>
      </p>
      {isAsking && (
        <ReasonDialog
          about={isOn ? 'let go on' : 'halt'}
          title={isOn ? 'Let everything go on?' : 'Halt everything?'}
          button={isOn ? 'Go on' : 'Halt everything'}
          isDanger={!isOn}
          onSubmit={set}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
