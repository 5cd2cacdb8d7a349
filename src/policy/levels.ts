import type { PhaseSettings } from './phase-settings.ts'

/** The four words of the older model, from the most to the least careful. */
export const LEVELS = ['dry-run', 'assist', 'guarded', 'autonomous'] as const
export type Level = (typeof LEVELS)[number]

/** What each of the old words means on the three axes that replaced them. */
export const LEVEL_SETTINGS: Readonly<Record<Level, PhaseSettings>> = {
  'dry-run': { check_in_frequency: 'per-step', warning_tolerance: 'none', error_tolerance: 'none' },
  assist: { check_in_frequency: 'per-phase', warning_tolerance: 'none', error_tolerance: 'none' },
  guarded: { check_in_frequency: 'per-phase', warning_tolerance: 'low', error_tolerance: 'none' },
  autonomous: { check_in_frequency: 'end-only', warning_tolerance: 'medium', error_tolerance: 'low' },
}
