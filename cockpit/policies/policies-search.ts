/** What the address of the policies says: which preset is looked at. */
export interface PoliciesSearch {
  readonly preset?: string | undefined
}

/** Reads the address of the policies; what is not known counts as not said. */
export function readPoliciesSearch({ preset }: Readonly<Record<string, unknown>>): PoliciesSearch {
  return { preset: typeof preset === 'string' && preset !== '' ? preset : undefined }
}
