import { expect, test } from 'vitest'
import { aHouse } from '../../testing/house.ts'
import { readTools } from './tool-note.ts'

// biome-ignore format: a table
const WRONG: readonly (readonly [tools: unknown, says: RegExp])[] = [
  [['send_mail'],                         /^\/tools\/0: Tool 1 of a program is "send_mail", and not described\. A tool is written like \{ name: 'send_mail'/],
  [[{ name: 'a' }, null],                 /^\/tools\/1: Tool 2 of a program is null/],
  [{ send_mail: {} },                     /^\/tools: The tools of a program are a list\./],
  [[{ about: 'Sends a letter.' }],        /^\/tools\/0\/name: /],
  [[{ name: '' }],                        /^\/tools\/0\/name: /],
  [[{ name: 'a', abuot: 'x' }],           /^\/tools\/0\/abuot: Unknown key "abuot"\. Did you mean "about"\?/],
  [[{ name: 'a', args: ['to'] }],         /^\/tools\/0\/args: /],
  [[{ name: 'a\ud800' }],                 /half a character/],
]

test.for(WRONG)(
  'the tools %j are refused where the program is declared, with what is wanted',
  async ([tools, says]) => {
    const leeway = await (await aHouse()).open({ policy: 'jobs/full' })
    const declare = () => leeway.program({ name: 'a', version: '1', tools: tools as never }, async () => 1)
    expect(declare).toThrow(says)
  },
)

test('a tool needs a name, and may say what it does and takes', () => {
  const tools = [{ name: 'a' }, { name: 'b', about: 'It does.', args: { to: 'Whom.' } }]
  expect(readTools(tools)).toEqual(tools)
})
