import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openContext } from '../../src/compose.ts'
import type { Query, Store } from '../../src/engine/ports.ts'
import { JobHandle } from '../../src/sdk/job-handle.ts'
import { Keeper } from '../../src/sdk/keeper.ts'
import { start } from '../../src/sdk/start.ts'
import { aHouse } from '../../src/testing/house.ts'

/** More than any system counts. */
const NO_PROCESS = 2 ** 30

test.for([
  ['a pull request that can not be settled', 'unsettled'],
  ['what a process that is gone had claimed', 'by_session'],
] as const)(
  'invariant 11: time runs out also where something else that the keeper looks after is broken: %s',
  async ([, broken]) => {
    const house = await aHouse()
    const context = await openContext({ root: house.root, onHold: 'throw', tellHolds: false })
    const job = new JobHandle(context, await start(context, { agent: 'scout', policy: 'workers/manual' }))
    const asked = job.gate(
      { kind: 'tool', tool: 'send' },
      { key: 'letter', id: 'letter', timeoutSeconds: 0.01, onTimeout: { do: 'deny' } },
    )
    await expect(asked).rejects.toMatchObject({ code: 'held' })
    await sleep(20)

    const store = new Proxy(context.store as Store, {
      get(target, name: keyof Store) {
        const found = Reflect.get(target, name)
        if (name !== 'find') return typeof found === 'function' ? found.bind(target) : found
        return async (query: Query) => {
          if (query.index === broken) throw new TypeError('This row can not be read.')
          return target.find(query)
        }
      },
    })
    const [machine] = JSON.parse(context.session.holder) as readonly [string]
    await house.store.lease('session:ses_gone', JSON.stringify([machine, NO_PROCESS, null, 'ses_gone']), 30)
    const keeper = new Keeper({ ...context, store })
    await expect(keeper.tend()).rejects.toThrow('This row can not be read.')
    expect((await house.store.get('checkpoints', 'letter'))?.row.status).toBe('expired')
    await keeper.close()
    await context.store.close()
  },
)
