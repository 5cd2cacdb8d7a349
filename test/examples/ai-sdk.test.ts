import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { aHouse } from '../../src/testing/house.ts'
import { runChild } from '../store/run-child.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Where a package is found from anywhere. */
const FOUND: Readonly<Record<string, string>> = {
  ai: import.meta.resolve('ai'),
  leeway: new URL('../../src/index.ts', import.meta.url).href,
  'leeway/ai-sdk': new URL('../../src/adapters/ai-sdk/index.ts', import.meta.url).href,
}

/** What the reader of the page brings: a model that wants to write a mail, and a tool that would. */
const BROUGHT = `
import { tool } from '${import.meta.resolve('ai')}'
import { MockLanguageModelV4 } from '${import.meta.resolve('ai/test')}'
import * as z from '${import.meta.resolve('zod')}'
const call = { type: 'tool-call', toolCallId: 'call-1', toolName: 'sendMail', input: '{"to":"ann@example.org"}' }
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
const model = new MockLanguageModelV4({ doGenerate: async ({ prompt }) => prompt.at(-1).role === 'tool'
  ? { content: [{ type: 'text', text: 'sent' }], finishReason: { unified: 'stop' }, usage, warnings: [] }
  : { content: [call], finishReason: { unified: 'tool-calls' }, usage, warnings: [] } })
const sendMail = tool({ inputSchema: z.object({ to: z.string() }), execute: ({ to }) => console.log('mail to ' + to) })
`

test('the lines in docs/ai-sdk.md gate a tool of the real AI SDK', async () => {
  const house = await aHouse()
  const page = await readFile(join(ROOT, 'docs/ai-sdk.md'), 'utf8')
  const lines = /```ts\n(.*?)```/s.exec(page)?.[1] ?? ''
  const program = lines.replaceAll(/from '([^']+)'/g, (whole, name: string) =>
    FOUND[name] === undefined ? whole : `from '${FOUND[name]}'`,
  )
  const file = join(house.root, 'example.ts')
  await writeFile(file, `${BROUGHT}\n${program}\nconsole.log(messages.at(-1).content[0].text)\nawait leeway.close()\n`)
  const running = runChild([join(ROOT, 'node_modules/.bin/node'), file], { cwd: house.root })
  await expect.poll(() => house.answerAll({ answer: 'approve' }), { timeout: 20_000, interval: 50 }).toBe(1)
  const { out } = await running
  expect(out).toBe('mail to ann@example.org\nsent\n')
})
