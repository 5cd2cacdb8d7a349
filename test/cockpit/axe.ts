import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules of accessibility that the page breaks at this moment, each with the first element that does: all in one theme, and what the other may break as well. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // Through the debugger, which the page's own policy of scripts does not bind.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(SOURCE)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await run(page, { runOnly: TAGS })
  await page.emulateMedia({ colorScheme: 'dark' })
  // A theme changes colours and nothing else.
  const dark = await run(page, { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } })
  return [...light, ...dark.map((rule) => `dark ${rule}`)]
}

/** What stands half behind the edge of what scrolls is judged again where a person would have scrolled it to. */
function run(page: Page, options: object): Promise<readonly string[]> {
  const script = `(async () => {
    const summary = (node) => node.target + ' ' + node.failureSummary
    const again = async (node) => {
      const element = document.querySelector(node.target.at(-1))
      if (element === null) return [node]
      element.scrollIntoView({ block: 'center' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const { violations } = await axe.run(element, { runOnly: { type: 'rule', values: ['target-size'] } })
      return violations.flatMap(({ nodes }) => nodes)
    }
    const said = []
    for (const { id, nodes } of (await axe.run(document, ${JSON.stringify(options)})).violations) {
      const left = []
      for (const node of nodes) left.push(...(id === 'target-size' ? await again(node) : [node]))
      if (left.length > 0) said.push(id + ': ' + left.map(summary).slice(0, 2).join(' | '))
    }
    return said
  })()`
  return page.evaluate(script) as Promise<readonly string[]>
}
