/** Behind which row a list goes on. */
export interface Cursor {
  readonly value: string
  readonly id: string
}

/** Part of a list, and where the next part begins; null at the end. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: Cursor | null
}

/** Which part of a list is wanted. */
export interface PageQuery {
  readonly after?: Cursor | undefined
  /** At most 1,000; 50 when left out. */
  readonly limit?: number | undefined
  readonly newestFirst?: boolean | undefined
}
