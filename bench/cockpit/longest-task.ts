import type { Page } from 'playwright-core'

interface Traced {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Milliseconds of processor time of the longest task of the main thread, while something is done. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser.')
  await browser.startTracing(page, { categories: ['toplevel'] })
  await act()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: readonly Traced[] }
  const threadOf = ({ pid, tid }: Traced) => `${pid} ${tid}`
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const main = new Set(named.map(threadOf))
  const tasks = traceEvents.flatMap((event) => (main.has(threadOf(event)) && event.tdur) || [])
  return tasks.reduce((most, tdur) => Math.max(most, tdur), 0) / 1000
}
