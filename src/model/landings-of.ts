import type { Landing, Pull } from './pull.ts'

/** Everybody whose commit may move the branch, or has moved it while nobody was left to say so; the last one first. */
export function landingsOf({ landing }: Pick<Pull, 'landing'>): readonly Omit<Landing, 'beside'>[] {
  if (landing === null) return []
  const { beside = [], ...last } = landing
  return [last, ...beside]
}
