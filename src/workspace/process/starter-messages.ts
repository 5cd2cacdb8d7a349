import type { ToStart } from './running.ts'

/** What the starter is asked, each about one process by its number. */
export type ToStarter =
  | { readonly id: number; readonly start: ToStart }
  | { readonly id: number; readonly write: Uint8Array }
  | { readonly id: number; readonly end: true }
  /** So many bytes of its output have found a place; more may come. */
  | { readonly id: number; readonly read: number }
  | { readonly id: number; readonly stop: true }

/** What the starter tells: that it is there, and then of one process after the other. */
export type FromStarter = 'ready' | OfProcess

/** What it tells of a process. */
export type OfProcess =
  /** What was written last has been taken, or nobody takes anything any more. */
  | { readonly id: number; readonly taken: boolean }
  | { readonly id: number; readonly out: Uint8Array }
  | { readonly id: number; readonly err: Uint8Array }
  | { readonly id: number; readonly exited: true }
  | { readonly id: number; readonly failed: string }
  | { readonly id: number; readonly closed: readonly [code: number | null, signal: string | null] }

/** So much output may be under way before it waits for being read. */
export const WINDOW = 1024 * 1024
/** Whatever a program has to say about its failure, it says in these. */
export const MAX_SAID = 64 * 1024
