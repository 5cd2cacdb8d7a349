import { VERDICTS, type Verdict } from '../model/verdict.ts'
import type { Route } from './routes.ts'
import type { Page } from './text/page.ts'
import { visibleWidth } from './text/visible-width.ts'
import { SIGNS } from './verdict-signs.ts'

const WORDS: Readonly<Record<Verdict, string>> = { allow: 'goes on', ask: 'asks you', stop: 'stops', deny: 'refused' }

/** One line for each route: `plan ■ work ─ plan ─ work ─ end ■`. */
export function drawRoutes(routes: readonly Route[], page: Page): string {
  const width = Math.max(...routes.map(({ name }) => visibleWidth(name)))
  const lines = routes.map(({ name, stops }) => {
    const way = stops.map(({ at, verdict }) => `${at} ${markOf(verdict, page)}`).join(' ')
    return `  ${page.paint('bold', name.padEnd(width))}  ${way}`
  })
  return [...lines, '', `  ${legend(page)}`].join('\n')
}

function legend(page: Page): string {
  return VERDICTS.map((verdict) => `${markOf(verdict, page)} ${page.paint('dim', WORDS[verdict])}`).join('   ')
}

/** Going on is a line that leads to the next gate; everything else stands in the way. */
function markOf(verdict: Verdict, page: Page): string {
  return verdict === 'allow' ? page.paint('dim', '─') : page.paint(SIGNS[verdict].format, SIGNS[verdict].symbol)
}
