/** A row of a points table: a value over the bound earns the points. */
export type Band = readonly [bound: number, points: number]

/** The most points of the bands that the value exceeds; a value on a bound does not exceed it. */
export function pointsOver(value: number, bands: readonly Band[]): number {
  const earned = bands.filter(([bound]) => value > bound).map(([, points]) => points)
  return Math.max(0, ...earned)
}
