import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../data/api.ts'
import { useWaiting } from '../data/use-inbox.ts'
import type { InboxItem } from '../inbox/inbox-item.ts'
import { placeOf } from '../inbox/item-place.ts'
import type { Command } from './palette.tsx'
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
  return [
    ...PLACES.map(({ to, label, keys }) => ({ label, hint: 'place', keys, run: () => void navigate({ to }) })),
    {
      label: 'Kill switch',
      hint: 'halt or stop everything, under Settings',
      run: () => void navigate({ to: '/settings', hash: 'halt' }),
    },
    ...items.map((item) => ({ ...nameOf(item), run: () => void navigate(placeOf(item)) })),
    ...(jobs?.rows ?? []).map(({ id, title, agent, status }) => ({
      label: title || id,
      hint: `job of ${agent}, ${status.replace('_', ' ')} · ${id}`,
      run: () => void navigate({ to: '/jobs/$job', params: { job: id } }),
    })),
    ...THEMES.map((theme) => ({ label: `Theme: ${theme}`, hint: 'look', run: () => setTheme(theme) })),
    { label: 'Sign out', hint: 'this browser', run: () => void signOut() },
  ]
}

function nameOf(item: InboxItem): Pick<Command, 'label' | 'hint'> {
  if (item.is === 'doubt') return { label: `Did ${item.tool ?? 'it'} run?`, hint: item.id }
  if (item.is === 'stopped') return { label: `${item.agent} is stopped`, hint: item.id }
  const said = item.title === '' ? '' : `“${item.title}” · `
  return { label: `${item.agent}: ${item.tool ?? item.gate.kind.replace('_', ' ')}`, hint: `${said}${item.id}` }
}

async function signOut(): Promise<void> {
  await api.call('sign_out', {})
  location.assign('/sign-in')
}
