import { openContext } from '../../src/compose.ts'
import { type ServeOptions, serve } from '../../src/server/serve.ts'

/** What the server tells: where it is, and what a push has come to. It waits there for a word of the commit's. */
export type Paused = { readonly url: string } | { readonly at: 'checked' | 'expected' | 'landed'; readonly to: string }

/**
 * The server of a folder as it always is, but for one thing: each push stands still when it is checked, when it is expected, and when its
 * branch has moved and nobody has said so yet. So a test decides who is first, and ends it in between.
 */
const waiting = new Map<string, () => void>()
process.on('message', (to: string) => waiting.get(to)?.())

function pause(paused: Extract<Paused, { at: unknown }>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.set(paused.to, resolve)
  process.send?.(paused)
  return promise
}

const context = await openContext({ root: process.argv[2] ?? '', tellHolds: false })
const git: ServeOptions['git'] = {
  serve: (job, { beforeLanding, afterLanding, ...asked }) =>
    context.workspaces.serve(job, {
      ...asked,
      beforeLanding: async (updates) => {
        const [{ to } = { to: '' }] = updates
        await pause({ at: 'checked', to })
        await beforeLanding(updates)
        await pause({ at: 'expected', to })
      },
      afterLanding: async (updates) => {
        await pause({ at: 'landed', to: updates[0]?.to ?? '' })
        return afterLanding(updates)
      },
    }),
}
const at = { address: { host: '127.0.0.1', port: 0 }, version: '0', cockpit: null, showCode: null }
const webhooks = { list: async () => [], resend: async () => ({ arrived: [], failed: [], left: 0 }) }
const { url } = await serve(context, { ...at, report: (what) => process.stderr.write(`${what}\n`), git, webhooks })
process.send?.({ url })
