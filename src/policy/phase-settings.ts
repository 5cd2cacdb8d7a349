import type { CheckInFrequency, Tolerance } from '../model/run.ts'

/** The three settings that a phase may have of its own. */
export interface PhaseSettings {
  readonly check_in_frequency: CheckInFrequency
  readonly warning_tolerance: Tolerance
  readonly error_tolerance: Tolerance
}
export type PhaseSetting = keyof PhaseSettings

/** The names of those settings, which are also axes of the run. */
export const PHASE_SETTINGS = [
  'check_in_frequency',
  'warning_tolerance',
  'error_tolerance',
] as const satisfies readonly PhaseSetting[]

export type Overrides = Readonly<Record<string, Readonly<Partial<PhaseSettings>>>>

/** The settings of a run with those of its phases. */
export interface RunSettings extends PhaseSettings {
  readonly overrides: Overrides
}

/** What a phase really has: its own setting where it names one, else the run's. */
export function settingIn<Name extends PhaseSetting>(run: RunSettings, phase: string, name: Name): PhaseSettings[Name] {
  return ownSetting(run.overrides, phase, name) ?? run[name]
}

/** Changes a setting where it takes effect: at the phase if the phase has its own, else for the whole run. */
export function changeSetting<Name extends PhaseSetting>(
  run: RunSettings,
  phase: string,
  change: { readonly name: Name; readonly to: PhaseSettings[Name] },
): Partial<RunSettings> {
  if (ownSetting(run.overrides, phase, change.name) === undefined) return { [change.name]: change.to }
  return { overrides: { ...run.overrides, [phase]: { ...run.overrides[phase], [change.name]: change.to } } }
}

/** What a phase names itself. Only own keys count: a phase may be called "constructor". */
export function ownSetting<Name extends PhaseSetting>(overrides: Overrides, phase: string, name: Name) {
  const own = Object.hasOwn(overrides, phase) ? overrides[phase] : undefined
  return own?.[name]
}
