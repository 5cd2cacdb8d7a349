import { useCallback, useState } from 'react'

/** Suggestions that somebody has ticked, to be applied together. */
export interface Ticked {
  readonly threads: ReadonlySet<string>
  readonly tick: (thread: string, isTicked: boolean) => void
  readonly clear: () => void
}

const NONE: ReadonlySet<string> = new Set()

/** They stay while another comparison of the same round is read; another round may have other lines. */
export function useTicked(round: number): Ticked {
  const [ticked, setTicked] = useState({ round, threads: NONE })
  const tick = useCallback<Ticked['tick']>(
    (thread, isTicked) =>
      setTicked((before) => {
        const threads = new Set(before.round === round ? before.threads : NONE)
        if (isTicked) threads.add(thread)
        else threads.delete(thread)
        return { round, threads }
      }),
    [round],
  )
  const clear = useCallback(() => setTicked({ round, threads: NONE }), [round])
  return { threads: ticked.round === round ? ticked.threads : NONE, tick, clear }
}
