import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http2'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as restate from '@restatedev/restate-sdk'
import * as clients from '@restatedev/restate-sdk-clients'
import { callOf } from '../call.ts'
import type { Cycler } from '../cycler.ts'

const held = restate.workflow({
  name: 'held',
  handlers: {
    run: async (ctx: restate.WorkflowContext, _call: unknown): Promise<string> => ctx.promise<string>('answer'),
    approve: async (ctx: restate.WorkflowSharedContext, answer: string): Promise<void> => {
      await ctx.promise<string>('answer').resolve(answer)
    },
  },
})

const PORTS = { ingress: 18_080, admin: 19_070, node: 15_122 }
const READY_MS = 20_000

/** Restate's own server, one node, beside a service in this process. */
export async function openRestate(folder: string): Promise<Cycler> {
  mkdirSync(folder, { recursive: true })
  const server = startServer(folder)
  const endpoint = createServer(restate.createEndpointHandler({ services: [held], logger: () => undefined }))
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    endpoint.close()
    const ended = new Promise((resolve) => server.once('close', resolve))
    server.kill('SIGKILL')
    await ended
  }
  try {
    await register((endpoint.address() as AddressInfo).port)
  } catch (error) {
    await close()
    throw error
  }
  const ingress = clients.connect({ url: `http://127.0.0.1:${PORTS.ingress}` })
  let count = 0
  return {
    name: 'Restate',
    answers: 'its own server on this machine, one node',
    cycle: async () => {
      const number = count++
      const client = ingress.workflowClient<typeof held>({ name: 'held' }, `call-${number}`)
      await client.workflowSubmit(callOf(number))
      await client.approve('approve')
      if ((await client.workflowAttach()) !== 'approve') throw new Error('Restate did not go on.')
    },
    close,
  }
}

function startServer(folder: string): ChildProcess {
  const require = createRequire(import.meta.url)
  const found = require.resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`)
  return spawn(found, ['--node-name=bench', `--base-dir=${folder}`, '--no-logo'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      RESTATE_AUTO_PROVISION: 'true',
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${PORTS.ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${PORTS.admin}`,
      RESTATE_BIND_ADDRESS: `127.0.0.1:${PORTS.node}`,
      RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${PORTS.node}`,
      RESTATE_DEFAULT_NUM_PARTITIONS: '4',
      DO_NOT_TRACK: '1',
    },
  })
}

async function register(port: number): Promise<void> {
  const end = performance.now() + READY_MS
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${PORTS.admin}/deployments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ uri: `http://127.0.0.1:${port}`, force: true }),
      })
      if (answer.ok) return
      if (performance.now() > end) throw new Error(`Restate refused the service: ${await answer.text()}`)
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await sleep(200)
  }
}
