import * as z from 'zod'
import { CHECK_IN_FREQUENCIES, TOLERANCES } from '../../model/run.ts'
import { strict } from '../../model/strict.ts'
import type { Axis, Sides } from '../axis.ts'
import { type Direction, type Order, strictestFirst, together } from '../order.ts'
import {
  type Overrides,
  ownSetting,
  PHASE_SETTINGS,
  type PhaseSetting,
  type PhaseSettings,
  settingIn,
} from '../phase-settings.ts'

const DIRECTIONS: { readonly [Name in PhaseSetting]: Direction<PhaseSettings[Name]> } = {
  check_in_frequency: strictestFirst(CHECK_IN_FREQUENCIES),
  warning_tolerance: strictestFirst(TOLERANCES),
  error_tolerance: strictestFirst(TOLERANCES),
}

/** Phases that have settings of their own. Judges nothing: the three axes look their setting up here. */
export const overrides: Axis<'overrides', Overrides> = {
  name: 'overrides',
  about: 'Phases with a check-in frequency or tolerances of their own.',
  stricter: 'by the value that takes effect, phase by phase',
  parts: {
    check_in_frequency: 'How often this phase checks in.',
    warning_tolerance: 'The worst warning with which this phase goes on by itself.',
    error_tolerance: 'The worst error with which this phase goes on by itself.',
  },
  schema: z
    .record(
      z.string().min(1),
      strict({
        check_in_frequency: z.enum(CHECK_IN_FREQUENCIES).exactOptional(),
        warning_tolerance: z.enum(TOLERANCES).exactOptional(),
        error_tolerance: z.enum(TOLERANCES).exactOptional(),
      }),
    )
    .transform(withoutEmpty) as z.ZodType<Overrides>,
  compare: (child, parent, sides) =>
    together(phasesOf(child, parent).flatMap((phase) => PHASE_SETTINGS.map((name) => compareIn(sides, phase, name)))),
  meet: (a, b, sides) =>
    Object.fromEntries(phasesOf(a, b).map((phase) => [phase, Object.fromEntries(meetIn({ a, b, sides }, phase))])),
  judges: [],
}

/** A phase that sets nothing is not written down, so that the same settings always have the same digest. */
function withoutEmpty(phases: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(phases).filter(([, settings]) => Object.keys(settings).length > 0))
}

function compareIn<Name extends PhaseSetting>(sides: Sides, phase: string, name: Name): Order {
  return DIRECTIONS[name].compare(settingIn(sides.a, phase, name), settingIn(sides.b, phase, name))
}

/** A setting is named in the result when either side names it, with the stricter of the values in effect. */
function meetIn({ a, b, sides }: { a: Overrides; b: Overrides; sides: Sides }, phase: string) {
  const named = PHASE_SETTINGS.filter((name) => names(a, phase, name) || names(b, phase, name))
  return named.map((name) => [name, stricterIn(sides, phase, name)] as const)
}

function stricterIn<Name extends PhaseSetting>(sides: Sides, phase: string, name: Name) {
  return DIRECTIONS[name].meet(settingIn(sides.a, phase, name), settingIn(sides.b, phase, name))
}

function names(overrides: Overrides, phase: string, name: PhaseSetting): boolean {
  return ownSetting(overrides, phase, name) !== undefined
}

function phasesOf(a: Overrides, b: Overrides): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
}
