import { setImmediate } from 'node:timers/promises'

/** How many in one go: everybody else waits for as long. */
const SLICE = 500

/** Makes something of each, and lets others come in between. */
export async function inSlices<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Made,
): Promise<readonly Made[]> {
  const made: Made[] = []
  for (const item of items) {
    made.push(make(item))
    if (made.length % SLICE === 0) await setImmediate()
  }
  return made
}
