import { useQuery } from '@tanstack/react-query'
import type { KillSwitch } from '../../src/model/kill-switch.ts'
import { api } from './api.ts'
import { firstPaint } from './first-paint.ts'

/** What has been halted; undefined until it is known. */
export function useKillSwitch(): KillSwitch | undefined {
  return useQuery({ queryKey: ['kill-switch'], queryFn: read }).data
}

async function read(): Promise<KillSwitch> {
  await firstPaint
  return api.call('read_kill_switch', {})
}
