/** What every control of a form gets: its value, what it is called, and where to say what was chosen. */
export interface FieldProps<Of = unknown> {
  readonly value: Of
  /** Ids of the elements that name it. */
  readonly labelledBy: string
  /** Id of the element that tells more of it. */
  readonly describedBy?: string | undefined
  /** Undefined when nothing is said. */
  readonly onChange: (value: unknown) => void
}

/** The members of a value; anything else has none. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

/** The same without one member. */
export function without<Of extends object>(members: Of, key: string): Of {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== key)) as Of
}
