// A process that is going to be ended. Its code is compiled once for all of them, so that each starts quickly.
import { enableCompileCache } from 'node:module'

enableCompileCache()
// Whoever gave the orders is gone, so nobody would end it any more.
process.stdin.once('end', () => process.exit())
const [role, orders] = process.argv.slice(2)
if (role === 'agent') {
  process.stdin.resume()
  const { runAgent } = await import('./agent.ts')
  await runAgent(JSON.parse(orders ?? ''))
  process.exit()
} else await (await import('./reviewer.ts')).runReviewer()
