/** How many values a value is made of, itself included; counting ends where there are more than `most`. */
export function countValues(value: unknown, most: number): number {
  const open = [value]
  let count = 0
  while (open.length > 0 && count <= most) {
    const next = open.pop()
    count += 1
    if (typeof next === 'object' && next !== null) for (const child of Object.values(next)) open.push(child)
  }
  return count
}
