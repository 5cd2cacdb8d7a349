/** What the address of the settings says: what somebody is about to halt, or to let go on. It does neither by itself. */
export interface SettingsSearch {
  readonly halt?: string | undefined
  readonly lift?: string | undefined
}

/** Reads the address of the settings; what is not known counts as not said. */
export function readSettingsSearch({ halt, lift }: Readonly<Record<string, unknown>>): SettingsSearch {
  return { halt: typeof halt === 'string' ? halt : undefined, lift: typeof lift === 'string' ? lift : undefined }
}
