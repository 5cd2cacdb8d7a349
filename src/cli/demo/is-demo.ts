/** What the keys of demo jobs begin with. */
export const MARK = 'demo:'

/** Whether a job is part of a demo. */
export function isDemo({ key }: { readonly key: string | null }): boolean {
  return key?.startsWith(MARK) === true
}
