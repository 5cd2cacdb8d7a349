import { partsIn } from './keywords.ts'
import { type Part, partAt, type Words } from './part.ts'

/** More than any form has, and few enough to check a response against each of them. */
const MOST_PARTS = 1000

/**
 * Refuses a JSON Schema that says anything which a value can't be held to, or that is without end. Each reference counts as what it leads to: a
 * few lines that refer to each other twice unfold to more than anybody could ever check a value against.
 */
export function refuseUnreadable(root: Words): void {
  const open: Part[] = [root]
  for (let count = 1; open.length > 0; count++) {
    if (count > MOST_PARTS) {
      throw new Error(`with its references unfolded it has more than ${MOST_PARTS} parts, or leads in a circle`)
    }
    const part = open.pop()
    if (typeof part !== 'object') continue
    for (const inner of partsIn(part)) open.push(inner)
    if (typeof part['$ref'] === 'string') open.push(partAt(root, part['$ref']))
  }
}
