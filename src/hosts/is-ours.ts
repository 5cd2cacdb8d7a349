import type { ForgeOptions } from './forge-options.ts'

interface Shown {
  readonly head: { readonly ref: string; readonly repo: { readonly full_name: string } | null }
  readonly base: { readonly ref: string }
}

/** Whether a pull request is of our branch: the name of a branch can be guessed, and a fork may have one of the same name. */
export function isOurs({ head, base }: Shown, branch: string, options: ForgeOptions): boolean {
  const { owner, repository, main } = options
  const from = head.repo?.full_name.toLowerCase()
  return head.ref === branch && base.ref === main && from === `${owner}/${repository}`.toLowerCase()
}
