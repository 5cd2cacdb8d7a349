import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules of accessibility that the page breaks at this moment, each with the first element that does. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // Through the debugger, which the page's own policy of scripts does not bind.
  await page.evaluate(SOURCE)
  const run = `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.target + ' ' + node.failureSummary).slice(0, 2).join(' | ')))`
  return page.evaluate(run) as Promise<readonly string[]>
}
