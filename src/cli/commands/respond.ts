import type { Command } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { giveAnswer } from '../person/give-answer.ts'
import { jsonIn } from '../person/json-in.ts'
import { refuseBeforeInput } from '../person/refuse-unfit-answer.ts'
import { withDesk } from '../person/with-desk.ts'

const OPTIONS = {
  value: { type: 'string' },
  'value-file': { type: 'string' },
  reason: { type: 'string' },
  hash: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** `leeway respond`: answer in place of the action. */
export const command: Command = {
  help: `leeway respond ID --value JSON | --value-file FILE [--hash HASH] [--reason WHY] [--json]

Answers the agent's question in place of the action; \`leeway checkpoints show\` tells what form the answer has to have.
In a terminal the content is shown and you are asked. Without one it is shown, and --hash has to name it.

  --value        the answer as JSON; a text stands in quotes
  --value-file   the same from a file, \`-\` for standard input

Example:  leeway respond chk_x3 --value '{"colour": "green"}'`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
    const hashes = values.hash === undefined ? [] : [values.hash]
    return withDesk(io, async (desk) => {
      // Somebody may be about to type it.
      if (values.value === undefined && (values['value-file'] ?? '-') === '-')
        await refuseBeforeInput(desk, positionals, 'respond')
      const value = await jsonIn('value', values, io)
      const review = { answer: 'respond', value, ...(values.reason && { reason: values.reason }) } as const
      return giveAnswer(desk, { command: 'respond', ids: positionals, hashes, json: values.json === true, review }, io)
    })
  },
}
