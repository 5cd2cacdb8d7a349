import { Gate } from '../../model/gate.ts'
import type { Catalog } from '../../policy/catalog.ts'
import { compare } from '../../policy/compare.ts'
import { type CompiledPolicy, compilePolicy } from '../../policy/compile.ts'
import { decide } from '../../policy/decide.ts'
import { explain } from '../../policy/explain.ts'
import { findPreset } from '../../policy/find-preset.ts'
import { resolveChild, resolvePolicy } from '../../policy/resolve.ts'
import { drawRoutes } from '../draw-routes.ts'
import { type Route, routesUnder } from '../routes.ts'
import type { Page } from '../text/page.ts'
import { type Cell, drawTable, type Piece } from '../text/table.ts'
import { wrap } from '../text/wrap.ts'
import { SIGNS } from '../verdict-signs.ts'
import { DELEGATION, type GateScene, type Moment } from './scenes.ts'

/** A scene with the decisions that are really made in it. */
export function drawScene(scene: GateScene, catalog: Catalog, page: Page): string {
  const policy = compilePolicy(resolvePolicy(scene.policy, catalog), catalog)
  const name = typeof scene.policy === 'string' ? scene.policy : ''
  const means = scene.means ?? `${name}: ${findPreset(name, catalog).sentence}`
  return [
    ...paragraph(scene.story, page),
    ...(scene.beside === undefined ? [] : ['', drawBeside(scene.beside, catalog, page)]),
    '',
    drawTable({ rows: [[label('Policy'), { text: means, format: 'bold' }]], indent: 2 }, page),
    ...scene.moments.flatMap((moment) => ['', drawMoment(moment, policy, page)]),
  ].join('\n')
}

function drawMoment({ says, gate }: Moment, policy: CompiledPolicy, page: Page): string {
  const decision = decide(policy, Gate.parse(gate))
  const { verdict, sentences, rows, remedies } = explain(decision)
  const { symbol, format } = SIGNS[verdict]
  const deciding = rows.filter((row) => row.outcome !== 'pass').map((row) => row.axis)
  const lines: (readonly Cell[])[] = [
    [label('Gate'), [{ text: says }, { text: shortJson(gate), format: 'dim' }]],
    [label(`${symbol} ${verdict}`, ['bold', format]), sentences.map((text) => ({ text }))],
  ]
  const among = rows.length === 1 ? '' : `, of ${rows.length} axes`
  if (deciding.length > 0) lines.push([label('By'), { text: deciding.join(', ') + among }])
  if (remedies !== null && remedies.length > 0)
    lines.push([label('To pass'), { text: remedies.join(' '), format: 'dim' }])
  return drawTable({ rows: lines, indent: 2 }, page)
}

/** The presets of a family along one route, the freest first. */
function drawBeside({ family, route }: NonNullable<GateScene['beside']>, catalog: Catalog, page: Page): string {
  const names = [...catalog.presets.keys()].filter((name) => name.startsWith(`${family}/`))
  const routes = names.flatMap((name) =>
    routesUnder(compilePolicy(resolvePolicy(name, catalog), catalog))
      .filter((one) => one.name === route)
      .map(({ stops }) => ({ name, stops })),
  )
  return drawRoutes(
    routes.toSorted((a, b) => held(a) - held(b)),
    page,
  )
}

function held({ stops }: Route): number {
  return stops.filter(({ verdict }) => verdict !== 'allow').length
}

/** The scene in which policies are compared instead of gates decided. */
export function drawDelegation(catalog: Catalog, page: Page): string {
  const parent = resolvePolicy(DELEGATION.parent, catalog)
  const rows = DELEGATION.children.map((name): readonly Cell[] => {
    const { legal, violations } = compare(parent, resolveChild(parent, name, catalog))
    const { symbol, format } = SIGNS[legal ? 'allow' : 'deny']
    const why = legal ? 'No axis is freer than the parent’s.' : `Freer than the parent on ${violations.join(', ')}.`
    return [
      label(`${symbol} ${legal ? 'legal' : 'refused'}`, ['bold', format]),
      [{ text: `A child with ${name}: ${findPreset(name, catalog).sentence}` }, { text: why, format: 'dim' }],
    ]
  })
  const means = `${DELEGATION.parent}: ${findPreset(DELEGATION.parent, catalog).sentence}`
  return [
    ...paragraph(DELEGATION.story, page),
    '',
    drawTable({ rows: [[label('Parent'), { text: means, format: 'bold' }]], indent: 2 }, page),
    '',
    drawTable({ rows, indent: 2 }, page),
  ].join('\n')
}

function paragraph(text: string, page: Page): readonly string[] {
  return wrap(text, page.width - 2).map((line) => `  ${line}`)
}

/** The words at the left, all equally wide, so that scenes line up. */
function label(text: string, format: Piece['format'] = 'dim'): Piece {
  return { text: text.padEnd('✓ refused'.length), ...(format === undefined ? {} : { format }) }
}

/** Spaces after commas and colons, so that it can be broken into lines. */
function shortJson(gate: unknown): string {
  return JSON.stringify(gate, null, 1)
    .replaceAll(/([[{])\n\s*/g, '$1')
    .replaceAll(/\n\s*([\]}])/g, '$1')
    .replaceAll(/\n\s*/g, ' ')
}
