/** The key of a call that was given none: it has to be claimed under a name, and nobody else comes by this one. */
export function unkeyed(chance: string): string {
  return `call-${chance}`
}

/** Whether whoever asks the same again asks anew, because the question has no name that they know. */
export function isUnkeyed(key: string | null): boolean {
  return key === null || /^call-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)
}
