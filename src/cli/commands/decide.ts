import { answerLines } from '../answer-lines.ts'
import type { Command } from '../io.ts'
import { parseOptions } from '../parse-options.ts'

/** `leeway decide`: one decision for each line. */
export const command: Command = {
  help: `leeway decide < requests.jsonl

Answers one line for each line, in the same order:
  {"policy": PRESET or DOCUMENT, "gate": {"kind": …}}  ->  {"verdict": …, "reason": …, "trace": […], …}

A missing policy is \`standard\`. Blank lines are skipped. A line that cannot be read is answered with
{"error": {"code", "message", "path"}}, the next line is still answered, and the exit code is 1.
Pipe an answer into \`leeway explain\` to read it in words.

Example:  echo '{"policy": "jobs/guided", "gate": {"kind": "completion"}}' | leeway decide`,
  run: async (args, io) => {
    parseOptions(args, { options: {} })
    return answerLines(io, 'decide')
  },
}
