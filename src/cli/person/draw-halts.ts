import type { CheckpointView, Desk } from '../../compose.ts'
import { type Halted, haltedName, haltOver, haltsOf } from '../../model/halts.ts'
import { harmless } from '../../model/harmless.ts'
import type { KillSwitch } from '../../model/kill-switch.ts'
import { shellWord } from '../../model/shell-word.ts'
import { age } from '../text/age.ts'
import { fitText } from '../text/fit-text.ts'
import type { Page } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'

/** What is halted, one after the other, for lists that otherwise look as if everything went on. */
export function drawHalts(halted: KillSwitch, now: Date, page: Page): readonly string[] {
  const halts = haltsOf(halted)
  return halts.length === 0 ? [] : [...halts.flatMap((halt) => drawHalt(halt, now, page)), '']
}

/** One halt: what, by whom, since when, why, and who lifts it how. */
export function drawHalt(halt: Halted, now: Date, page: Page): readonly string[] {
  const [first = '', ...rest] = wrap(haltText(halt, now), page.width - 2)
  const lines = [`✗ ${first}`, ...rest.map((line) => `  ${line}`)]
  // On a line of its own, so that it can be copied.
  const lift = fitText(page.spell(howToLift(halt)), page.width - 2)
  return [...lines.map((line) => page.paint('red', line)), ...lift.map((line) => `  ${page.paint('dim', line)}`)]
}

/** A sentence about a halt. */
export function haltText(halt: Halted, now: Date): string {
  const what = haltedName(halt)
  return harmless(
    `${what.charAt(0).toUpperCase()}${what.slice(1)} is halted by ${halt.by}, ${age(halt.at, now)} ago: ${halt.reason}`,
  )
}

/** Agents choose their names. What would act on the terminal is no command that anybody could paste. */
export function howToLift({ of, name }: Halted): string {
  const which = of === 'all' ? '--all' : `--${of} ${harmless(name) === name ? shellWord(name) : 'NAME'}`
  return `An administrator lets it go on:  leeway kill-switch off ${which} --reason WHY`
}

/** What halts the job of a checkpoint at this moment; null where nothing does. */
export async function haltOverCheckpoint(desk: Desk, { line }: Pick<CheckpointView, 'line'>): Promise<Halted | null> {
  return haltOver(await desk.killSwitch(), line) ?? null
}
