import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { KEPT, type OpenOptions, openLeeway, openReception } from '../compose.ts'
import type { EventType, Store, StoredEvent } from '../engine/ports.ts'
import { CheckpointId, PersonId } from '../model/ids.ts'
import type { Review } from '../model/review.ts'
import type { Desk } from '../sdk/desk.ts'
import type { Leeway } from '../sdk/leeway.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { HOUSE_POLICY } from './house-policy.ts'
import { aProject } from './project.ts'

/** A project on a real store, with Ada at her desk. */
export interface House {
  readonly root: string
  readonly desk: Desk
  /** The same files once more, as another process would open them. */
  readonly store: Store
  /** Ada's. */
  readonly token: string
  open(options?: OpenOptions): Promise<Leeway>
  /** Ada answers what is on her screen. */
  answer(checkpoint: string, review: Review): Promise<void>
  /** Ada answers everything that waits. */
  answerAll(review: Review): Promise<number>
  log<Type extends EventType>(type: Type, job?: string): Promise<readonly Extract<StoredEvent, { type: Type }>[]>
}

/** Opens a house; everything is closed and gone when the test ends. */
export async function aHouse(files: Readonly<Record<string, string>> = {}): Promise<House> {
  const root = await aProject(files)
  const reception = await openReception({ root })
  let token = ''
  await reception.join(PersonId.parse('ada'), async (_person, made) => {
    token = made
  })
  const desk = await reception.desk(token)
  const store = await openSqliteStore({ folder: join(root, KEPT) })
  onTestFinished(async () => {
    await reception.close()
    await store.close()
  })
  const answer = async (id: string, review: Review) => {
    const checkpoint = CheckpointId.parse(id)
    const { content_hash } = (await desk.checkpoint(checkpoint)).checkpoint
    await desk.answer({ checkpoint, content_hash, review })
  }
  return {
    root,
    desk,
    store,
    token,
    answer,
    answerAll: async (review) => {
      const { rows } = await desk.checkpoints()
      for (const { id } of rows) await answer(id, review)
      return rows.length
    },
    open: async (options) => {
      const leeway = await openLeeway({
        tellHolds: false,
        root,
        agent: 'scout',
        policy: HOUSE_POLICY,
        ...options,
      })
      onTestFinished(() => leeway.close())
      return leeway
    },
    log: async (type, job) => (await desk.events({ type, job, limit: 1000 })) as never,
  }
}
