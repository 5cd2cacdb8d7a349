import { describe, onTestFinished } from 'vitest'
import type { Store } from '../engine/ports.ts'
import { briefContract } from './contract/brief-contract.ts'
import { conflictContract } from './contract/conflict-contract.ts'
import { effectsContract } from './contract/effects-contract.ts'
import { findContract } from './contract/find-contract.ts'
import { leasesContract } from './contract/leases-contract.ts'
import { lifeContract } from './contract/life-contract.ts'
import { logContract } from './contract/log-contract.ts'
import { rowsContract } from './contract/rows-contract.ts'

/** Opens an empty store that goes by this clock. */
export type OpenStore = (clock: () => Date) => Promise<Store>

/** What every store does; a second engine only plugs in. */
export function storeContract(name: string, open: OpenStore): void {
  const opened = async (clock: () => Date = () => new Date()): Promise<Store> => {
    const store = await open(clock)
    onTestFinished(() => store.close())
    return store
  }
  describe(`${name}`, () => {
    rowsContract(opened)
    briefContract(opened)
    conflictContract(opened)
    findContract(opened)
    logContract(opened)
    effectsContract(opened)
    leasesContract(opened)
    lifeContract(opened)
  })
}
