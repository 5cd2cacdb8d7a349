// The floor of a stream: every line is read as JSON and written back, and nothing is decided.
import { createInterface } from 'node:readline'

let answers = ''
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  answers += `${JSON.stringify(JSON.parse(line))}\n`
  if (answers.length > 65_536) await flush()
}
await flush()

async function flush(): Promise<void> {
  const text = answers
  answers = ''
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve))
}
