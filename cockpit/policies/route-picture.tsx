import { useQueries } from '@tanstack/react-query'
import { Check, CircleHelp, OctagonPause, X } from 'lucide-react'
import type { GivenTo } from '../../src/api/operations.ts'
import type { Verdict } from '../../src/model/verdict.ts'
import { api } from '../data/api.ts'
import type { PolicyValue } from './policy-text.ts'
import { type Station, TYPICAL } from './routes.ts'

const SIGNS: Readonly<Record<Verdict, typeof Check>> = { allow: Check, ask: CircleHelp, stop: OctagonPause, deny: X }
const WORDS: Readonly<Record<Verdict, string>> = {
  allow: 'goes on',
  ask: 'asks you',
  stop: 'stops',
  deny: 'is refused',
}

/** Where typical work stops under a policy, found by asking it at every gate on the way. */
export function RoutePicture({ policy }: { readonly policy: PolicyValue }) {
  return (
    <div className="routes">
      {Object.entries(TYPICAL).map(([name, stations]) => (
        <Route key={name} name={name} stations={stations} policy={policy} />
      ))}
      <p className="small dim legend-line">
        A filled box stops the work there; the work passes every other one by itself.
      </p>
    </div>
  )
}

function Route({
  name,
  stations,
  policy,
}: {
  readonly name: string
  readonly stations: readonly Station[]
  readonly policy: PolicyValue
}) {
  const verdicts = useQueries({
    queries: stations.map(({ gate }) => ({
      queryKey: ['decide', policy, gate],
      placeholderData: (before: Verdict | undefined) => before,
      queryFn: async () => (await api.call('decide', { policy: policy as GivenTo<'decide'>['policy'], gate })).verdict,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  return (
    <div className="route">
      <span className="dim small">a {name}</span>
      <ol>
        {stations.map(({ at }, index) => (
          <Stop key={`${index} ${at}`} at={at} verdict={verdicts[index]?.data} />
        ))}
      </ol>
    </div>
  )
}

function Stop({ at, verdict }: { readonly at: string; readonly verdict: Verdict | undefined }) {
  const Icon = verdict === undefined ? undefined : SIGNS[verdict]
  return (
    <li className="station">
      <span className={`stop-box ${verdict ?? ''}`}>
        {Icon && <Icon size={13} strokeWidth={2.25} aria-hidden />}
        {at}
        <span className="unseen">{verdict && `: ${WORDS[verdict]}`}</span>
      </span>
    </li>
  )
}
