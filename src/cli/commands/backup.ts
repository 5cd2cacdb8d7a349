import { resolve } from 'node:path'
import { backUp } from '../../look-after.ts'
import { counted } from '../../model/counted.ts'
import { shellWord } from '../../model/shell-word.ts'
import { type Command, EXIT, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { atPath } from '../person/at-path.ts'
import { keptRoot } from '../person/with-desk.ts'
import { jsonText } from '../text/json-text.ts'
import { leftText } from '../text/left-text.ts'
import { spelled } from '../text/spelled.ts'
import { tell } from '../text/tell.ts'
import { wrongCall } from '../wrong-call.ts'

/** `leeway backup`: a copy of everything that is kept, but its keys and webhooks. */
export const command: Command = {
  help: `leeway backup FILE [--json]

Copies what is kept here into a new file, as it is at one moment, while agents go on: the store, and the
repository of every job. A repository that lacks objects is named and left out; the exit code is 1 then. One that
lacks none goes along, and is named where git finds fault with it. The key that signs the log is not in it, so that
whoever has the copy can't write another log. Webhooks are not in it either, because of their secrets: add them anew
where it is brought back.

Example:  leeway backup /mnt/safe/leeway-monday.db`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
    const [file, another] = positionals
    if (file === undefined || another !== undefined) throw wrongCall('Where to? leeway backup FILE')
    const copy = { root: keptRoot(io.folder), file: resolve(io.folder, file) }
    const { webhooks, ...carried } = await atPath(file, 'written', () => backUp(copy))
    io.stderr.write(leftText(carried))
    if (values.json === true) io.stdout.write(`${jsonText({ backup: file, carried, webhooks_left: webhooks })}\n`)
    else tell(io.stdout, report(file, { webhooks, left: carried.left.length }, io))
    return carried.left.length === 0 ? EXIT.fine : EXIT.failed
  },
}

function report(
  file: string,
  { webhooks, left }: { readonly webhooks: number; readonly left: number },
  io: Io,
): string {
  const apart = webhooks === 0 ? [] : [spelled(LEFT_BEHIND, io)]
  const without = [
    ...(left === 0 ? [] : [counted(left, 'repository', 'repositories')]),
    ...(webhooks === 0 ? [] : [counted(webhooks, 'webhook')]),
  ].join(' and ')
  const what = without === '' ? 'Everything' : `Everything but ${without}`
  const next =
    left === 0
      ? `Bring it back into an empty folder: ${spelled('leeway restore', io)} ${shellWord(file)}`
      : `Look at what is wrong: ${spelled('leeway doctor', io)}`
  return [`${what} is in ${file}. ${next}`, ...apart].join('\n')
}

const OPTIONS = { json: { type: 'boolean' } } as const

const LEFT_BEHIND =
  'Webhooks stay here, because of their secrets. Add them anew where you bring it back: leeway webhooks add URL'
