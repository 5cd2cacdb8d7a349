import { answerLines } from '../answer-lines.ts'
import type { Command } from '../io.ts'
import { parseOptions } from '../parse-options.ts'

/** `leeway compare`: whether a child may have a policy under its parent. */
export const command: Command = {
  help: `leeway compare < pairs.jsonl

Answers one line for each line, in the same order:
  {"parent": PRESET or DOCUMENT, "child": PRESET or DOCUMENT}
  ->  {"legal": …, "violations": [AXIS…], "axes": {AXIS: "stricter" | "equal" | "looser"}}

A child is legal when no axis is looser than what its parent may hand on (\`delegable\`). What the child does not
name comes from there; a preset is complete.

Example:  echo '{"parent": "jobs/guided", "child": "jobs/full"}' | leeway compare`,
  run: async (args, io) => {
    parseOptions(args, { options: {} })
    return answerLines(io, 'compare')
  },
}
