import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Mastra } from '@mastra/core'
import { createStep, createWorkflow } from '@mastra/core/workflows'
import { LibSQLStore } from '@mastra/libsql'
import * as z from 'zod'
import { callOf } from '../call.ts'
import type { Cycler } from '../cycler.ts'

const Call = z.object({ tool: z.string(), args: z.record(z.string(), z.string()) })
const Answer = z.object({ answer: z.string() })

/** Mastra with its own LibSQL store, which it opens as it sees fit. */
export async function openMastra(folder: string): Promise<Cycler> {
  mkdirSync(folder, { recursive: true })
  const gate = createStep({
    id: 'gate',
    inputSchema: Call,
    outputSchema: Answer,
    suspendSchema: Call,
    resumeSchema: Answer,
    execute: async ({ inputData, resumeData, suspend }) => resumeData ?? (await suspend(inputData)),
  })
  const workflow = createWorkflow({ id: 'held', inputSchema: Call, outputSchema: Answer }).then(gate).commit()
  const storage = new LibSQLStore({ id: 'bench', url: `file:${join(folder, 'mastra.db')}` })
  const mastra = new Mastra({ workflows: { held: workflow }, storage, logger: false })
  let count = 0
  return {
    name: 'Mastra',
    answers: 'its own LibSQL store as it comes, not synced',
    cycle: async () => {
      const run = await mastra.getWorkflow('held').createRun()
      const held = await run.start({ inputData: callOf(count++) })
      if (held.status !== 'suspended') throw new Error(`Mastra did not hold: ${held.status}.`)
      const { status } = await run.resume({ step: gate, resumeData: { answer: 'approve' } })
      if (status !== 'success') throw new Error(`Mastra did not go on: ${status}.`)
    },
    close: async () => undefined,
  }
}
