import { join } from 'node:path'
import { KEPT } from '../../src/compose.ts'
import type { Store, Write } from '../../src/engine/ports.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import type { Fuse } from './fuse.ts'
import { nameOfNew, type Tell } from './told.ts'

/** How a process opens the folder. */
export interface OpenKept {
  readonly root: string
  readonly fuse: Fuse
  readonly tell: Tell
  /** Seconds that its clock is ahead. */
  readonly ahead: number
  /** Fails the first time that an effect is done, so that effects are tried again too. */
  readonly forgetful?: boolean
}

/** The real store of a folder, which ends the process at its fatal point and tells of every write that it acknowledges. */
export async function openKept({ root, fuse, tell, ahead, forgetful = false }: OpenKept): Promise<Store> {
  const clock = () => new Date(Date.now() + ahead * 1000)
  const store = await openSqliteStore({ folder: join(root, KEPT), crashPoint: fuse.pass, clock })
  return telling(store, { tell, forgetful })
}

function telling(store: Store, { tell, forgetful }: { readonly tell: Tell; readonly forgetful: boolean }): Store {
  let fails = forgetful
  const append = async (write: Write) => {
    const events = write.events.map(nameOfNew)
    const appended = await store.append(write)
    tell({ told: 'appended', last: appended.last, events })
    return appended
  }
  const endEffect = async (id: string) => {
    if (fails) {
      fails = false
      throw new Error('Nobody could say that it is done.')
    }
    await store.endEffect(id)
    tell({ told: 'effect_ended', id })
  }
  const replaced = new Map<PropertyKey, unknown>(Object.entries({ append, endEffect }))
  return new Proxy(store, {
    get: (target, name) => {
      const own = replaced.get(name) ?? Reflect.get(target, name)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}
