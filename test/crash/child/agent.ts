import { Fuse } from '../fuse.ts'
import { openAgent } from '../open-agent.ts'
import type { AgentOrders } from '../orders.ts'
import { runProgram } from '../program.ts'
import { reviewAll } from '../review-all.ts'
import { tellParent } from '../told.ts'
import { addLine } from '../world-files.ts'

/** Lives the life of an agent: opens the folder, does its work, and closes it, unless it is ended before. */
export async function runAgent({ root, fatal, alone, ahead, work }: AgentOrders): Promise<void> {
  const fuse = new Fuse(fatal)
  tellParent({ told: 'begun' })
  const { leeway, context } = await openAgent({ root, fuse, tell: tellParent, ahead, forgetful: true })
  const done = new AbortController()
  const review = alone ? reviewAll(context, root, done.signal) : undefined
  await runProgram(leeway, {
    work,
    pass: fuse.pass,
    note: (file, line) => addLine(root, file, line),
    tell: (outcome) => tellParent({ told: 'outcome', outcome }),
  })
  done.abort()
  await review
  await leeway.close()
  tellParent({ told: 'passed', counts: fuse.counts })
}
