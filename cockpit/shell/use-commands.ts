import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { haltsOf } from '../../src/model/halts.ts'
import type { KillSwitch } from '../../src/model/kill-switch.ts'
import { api } from '../data/api.ts'
import { useWaiting } from '../data/use-inbox.ts'
import { useKillSwitch } from '../data/use-kill-switch.ts'
import { type Me, useMe } from '../data/use-me.ts'
import { ALL, scopeName, scopeText } from '../halt/halt-scope.ts'
import { whyNoSwitch } from '../halt/why-no-switch.ts'
import type { InboxItem } from '../inbox/inbox-item.ts'
import { placeOf } from '../inbox/item-place.ts'
import type { SettingsSearch } from '../settings/settings-search.ts'
import type { Command } from './find-commands.ts'
import { PLACES } from './places.ts'
import { setTheme, THEMES } from './theme.ts'

/** Everything that the palette can find: places, the kill switch, what waits, jobs, themes, signing out. */
export function useCommands(): readonly Command[] {
  const navigate = useNavigate()
  const { items = [] } = useWaiting()
  const { data: jobs } = useQuery({
    queryKey: ['jobs', 'palette'],
    queryFn: () => api.call('list_jobs', { include_mid_process: true, newest_first: true, limit: 100 }),
  })
  const me = useMe()
  const halted = useKillSwitch()
  const rows = jobs?.rows ?? []
  return [
    ...PLACES.map(({ to, label, keys }) => ({ label, hint: 'place', keys, run: () => void navigate({ to }) })),
    {
      label: 'Kill switch',
      hint: 'halt or stop everything, under Settings',
      run: () => void navigate({ to: '/settings', hash: 'halt' }),
    },
    ...haltCommands(rows, { me, halted }).map(({ label, search }) => ({
      label,
      hint: 'kill switch',
      isGrave: true,
      run: () => void navigate({ to: '/settings', search, hash: 'halt' }),
    })),
    ...items.map((item) => ({ ...nameOf(item), run: () => void navigate(placeOf(item)) })),
    ...rows.map(({ id, title, agent, status }) => ({
      label: title || id,
      hint: `job of ${agent}, ${status.replace('_', ' ')} · ${id}`,
      run: () => void navigate({ to: '/jobs/$job', params: { job: id } }),
    })),
    ...THEMES.map((theme) => ({ label: `Theme: ${theme}`, hint: 'look', run: () => setTheme(theme) })),
    { label: 'Sign out', hint: 'this browser', run: () => void signOut() },
  ]
}

interface HaltCommand {
  readonly label: string
  readonly search: SettingsSearch
}

interface Around {
  readonly me: Me | undefined
  readonly halted: KillSwitch | undefined
}

/** What somebody may halt by name, and what they may let go on: everything, and whoever has had work here lately. */
function haltCommands(jobs: readonly { readonly agent: string }[], { me, halted }: Around): readonly HaltCommand[] {
  const halts = halted === undefined ? [] : haltsOf(halted)
  const isHalted = new Set(halts.map(scopeText))
  const agents = [...new Set(jobs.map(({ agent }) => agent))].sort().map((name) => ({ of: 'agent', name }) as const)
  const open = [ALL, ...agents].filter((scope) => !isHalted.has(scopeText(scope)))
  return [
    ...halts
      .filter((scope) => whyNoSwitch(me, scope, false) === null)
      .map((scope) => ({ label: `Let ${scopeName(scope)} go on…`, search: { lift: scopeText(scope) } })),
    ...open
      .filter((scope) => whyNoSwitch(me, scope, true) === null)
      .map((scope) => ({ label: `Halt ${scopeName(scope)}…`, search: { halt: scopeText(scope) } })),
  ]
}

function nameOf(item: InboxItem): Pick<Command, 'label' | 'hint'> {
  if (item.is === 'doubt') return { label: `Did ${item.tool ?? 'it'} run?`, hint: item.id }
  if (item.is === 'stopped') return { label: `${item.agent} is stopped`, hint: item.id }
  const said = item.title === '' ? '' : `“${item.title}”`
  const hint = [item.about, said, item.id].filter((part) => part !== '').join(' · ')
  return { label: `${item.agent}: ${item.tool ?? item.gate.kind.replace('_', ' ')}`, hint }
}

async function signOut(): Promise<void> {
  await api.call('sign_out', {})
  location.assign('/sign-in')
}
