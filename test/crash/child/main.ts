// A process that is going to be ended. Its code is compiled once for all of them, so that each starts quickly.
import { enableCompileCache } from 'node:module'

enableCompileCache()
const [role, orders] = process.argv.slice(2)
if (role === 'agent') await (await import('./agent.ts')).runAgent(JSON.parse(orders ?? ''))
else await (await import('./reviewer.ts')).runReviewer()
