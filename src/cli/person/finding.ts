/** One thing that was looked at, and a whole sentence about it. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
}
