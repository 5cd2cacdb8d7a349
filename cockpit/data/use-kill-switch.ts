import { useQuery } from '@tanstack/react-query'
import { type Halted, haltOver } from '../../src/model/halts.ts'
import type { KillSwitch } from '../../src/model/kill-switch.ts'
import { api } from './api.ts'
import { firstPaint } from './first-paint.ts'

/** What has been halted; undefined until it is known. */
export function useKillSwitch(): KillSwitch | undefined {
  return useQuery({ queryKey: ['kill-switch'], queryFn: read }).data
}

/** What halts a job, which stands last in its line; undefined where nothing does, or it is not known yet. */
export function useHaltOver(line: Parameters<typeof haltOver>[1]): Halted | undefined {
  const halted = useKillSwitch()
  return halted && haltOver(halted, line)
}

async function read(): Promise<KillSwitch> {
  await firstPaint
  return api.call('read_kill_switch', {})
}
