import { harmless } from '../model/harmless.ts'
import { AXES } from '../policy/axes.ts'
import { inWords } from '../policy/in-words.ts'
import { drawRoutes } from './draw-routes.ts'
import { byFamily, FAMILIES, type ShownPreset } from './preset-families.ts'
import type { Page } from './text/page.ts'
import { type Cell, drawTable, type Piece } from './text/table.ts'
import { wrap } from './text/wrap.ts'

const HINT =
  'From the freest to the strictest in each family. A bare name is enough where only one family has it. ' +
  '`leeway presets NAME` shows one of them closely.'

/** All presets by family, each with its sentence. */
export function drawPresets(presets: readonly ShownPreset[], page: Page): string {
  const groups = byFamily(presets).map(([family, members]) => {
    const title = page.paint('underline', family === '' ? 'start' : harmless(family))
    const words = page.paint('dim', FAMILIES.get(family) ?? 'added by this project')
    return `${title}  ${words}\n${drawTable({ rows: members.map(presetRow), indent: 2 }, page)}`
  })
  const hint = wrap(page.spell(HINT), page.width).map((line) => page.paint('dim', line))
  return [...groups, hint.join('\n')].join('\n\n')
}

function presetRow({ name, sentence, when, file, own }: ShownPreset): readonly Cell[] {
  const said: Piece[] = [{ text: harmless(sentence) }]
  if (when !== undefined) said.push({ text: `When: ${harmless(when)}`, format: 'dim' })
  if (own) said.push({ text: `This project’s own: ${file}`, format: 'cyan' })
  return [{ text: harmless(name), format: 'bold' }, said]
}

/** One preset closely: the axes that it sets, and where typical work stops under it. */
export function drawPreset({ name, sentence, when, file, policy, routes }: ShownPreset, page: Page): string {
  const words = [sentence, ...(when === undefined ? [] : [`When: ${when}`])]
  return [
    `${page.paint('bold', harmless(name))}  ${page.paint('dim', file)}`,
    ...words.flatMap((line) => wrap(harmless(line), page.width - 2).map((part) => `  ${part}`)),
    '',
    `${page.paint('underline', 'What it sets')}  ${page.paint('dim', 'the rest comes from `standard`')}`,
    drawTable({ rows: Object.entries(policy).map(axisRow), indent: 2 }, page),
    '',
    page.paint('underline', 'Where typical work stops'),
    drawRoutes(routes, page),
  ].join('\n')
}

const ABOUT = new Map<string, string>([
  ['preset', 'The preset from which it takes what it does not name itself.'],
  ['level', 'A word of an older model, which stands for three axes.'],
  ['delegable', 'The most that may be handed to a child; what it does not name is the policy’s own.'],
  ...AXES.map((axis): [string, string] => [axis.name, axis.about]),
])

function axisRow([key, value]: [string, unknown]): readonly Cell[] {
  const about: Piece = { text: ABOUT.get(key) ?? '', format: 'dim' }
  return [{ text: key, format: 'bold' }, [{ text: harmless(inWords(value)) }, about]]
}
