/** One thing that was looked at, and a whole sentence about it. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
  /** Nothing is broken, and still people should see it at once. */
  readonly notice?: true
}
