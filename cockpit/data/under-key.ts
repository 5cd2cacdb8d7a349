/** The keys of what was sent and not answered yet. */
const keys = new Map<string, string>()

/**
 * Sends something under a key: the same thing sent again after a lost connection has the same one, so that it counts once. What was answered
 * and is said once more is meant once more.
 */
export async function underKey<Answer>(given: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> {
  const name = JSON.stringify(given)
  const key = keys.get(name) ?? crypto.randomUUID()
  keys.set(name, key)
  const answer = await send(key)
  keys.delete(name)
  return answer
}
