import type { KillSwitch, Thrown } from './kill-switch.ts'

/** One thing that is halted, by whom, since when and why. */
export interface Halted extends Thrown {
  readonly of: 'all' | 'agent' | 'tenant'
  /** Which agent or tenant; empty where everything is. */
  readonly name: string
}

/** All that is halted, the widest first. */
export function haltsOf({ all, agents, tenants }: KillSwitch): readonly Halted[] {
  return [
    ...(all === null ? [] : [{ of: 'all', name: '', ...all } as const]),
    ...Object.entries(tenants).map(([name, thrown]) => ({ of: 'tenant', name, ...thrown }) as const),
    ...Object.entries(agents).map(([name, thrown]) => ({ of: 'agent', name, ...thrown }) as const),
  ]
}

/** What halts a job: the line is the job behind everything that it works for. An agent may be called "constructor". */
export function haltOver(
  halted: KillSwitch,
  line: readonly { readonly agent: string; readonly tenant: string }[],
): Halted | undefined {
  const tenant = line.at(-1)?.tenant
  return haltsOf(halted).find(
    ({ of, name }) => of === 'all' || (of === 'tenant' ? name === tenant : line.some(({ agent }) => agent === name)),
  )
}

/** How a sentence names what is halted. */
export function haltedName({ of, name }: Pick<Halted, 'of' | 'name'>): string {
  return of === 'all' ? 'everything' : `${of} ${name}`
}
