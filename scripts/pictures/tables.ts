import { AXES } from '../../src/policy/axes.ts'
import type { Preset } from '../../src/policy/catalog.ts'

/** Every axis, from its own file: what it decides, which way is stricter, which gates it judges. */
export function axisTable(): string {
  const rows = AXES.map((axis) => [
    `\`${axis.name}\``,
    axis.about,
    axis.stricter,
    axis.judges.join(', ') || 'none itself',
  ])
  return table(['axis', 'what it decides', 'stricter is', 'judges'], rows)
}

/** Every preset with its sentence. */
export function presetTable(presets: readonly Preset[]): string {
  return table(
    ['preset', 'what it means for you', 'when to choose it'],
    presets.map(({ name, sentence, when = '' }) => [`\`${name}\``, sentence, when]),
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
