/** What a part of an address says; what nothing can be read from stays as it is written. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
