import type { KillSwitch } from './kill-switch.ts'

/** The switch that nobody has thrown. */
export const NOTHING_HALTED: KillSwitch = { all: null, agents: {}, tenants: {} }
