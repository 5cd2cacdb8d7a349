import { DBOS } from '@dbos-inc/dbos-sdk'
import { callOf } from '../call.ts'
import type { Cycler } from '../cycler.ts'
import { startPostgres } from './postgres.ts'

const WAIT_SECONDS = 60

/** DBOS in this process, on a PostgreSQL of its own. */
export async function openDbos(): Promise<Cycler> {
  const postgres = await startPostgres()
  try {
    DBOS.setConfig({ name: 'bench', systemDatabaseUrl: postgres.url, runAdminServer: false, logLevel: 'error' })
    const held = DBOS.registerWorkflow(async (_call: unknown) => DBOS.recv<string>('answer', WAIT_SECONDS), {
      name: 'held',
    })
    await DBOS.launch()
    let count = 0
    return {
      name: 'DBOS',
      answers: 'PostgreSQL from npm on this machine, synced',
      cycle: async () => {
        const handle = await DBOS.startWorkflow(held)(callOf(count++))
        await DBOS.send(handle.workflowID, 'approve', 'answer')
        if ((await handle.getResult()) !== 'approve') throw new Error('DBOS did not go on.')
      },
      close: async () => {
        await DBOS.shutdown()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
