import { resolve } from 'node:path'
import { backUp } from '../../look-after.ts'
import { counted } from '../../model/counted.ts'
import { shellWord } from '../../model/shell-word.ts'
import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { atPath } from '../person/at-path.ts'
import { keptRoot } from '../person/with-desk.ts'
import { leftText } from '../text/left-text.ts'
import { spelled } from '../text/spelled.ts'
import { tell } from '../text/tell.ts'
import { wrongCall } from '../wrong-call.ts'

/** `leeway backup`: a copy of everything that is kept, but its keys and webhooks. */
export const command: Command = {
  help: `leeway backup FILE

Copies what is kept here into a new file, as it is at one moment, while agents go on: the store, and the
repository of every job. A repository that lacks objects is named and left out; the exit code is 1 then. One that
lacks none goes along, and is named where git finds fault with it. The key that signs the log is not in it, so that
whoever has the copy can't write another log. Webhooks are not in it either, because of their secrets: add them anew
where it is brought back.

Example:  leeway backup /mnt/safe/leeway-monday.db`,
  run: async (args, io) => {
    const { positionals } = parseOptions(args, { options: {}, allowPositionals: true })
    const [file, another] = positionals
    if (file === undefined || another !== undefined) throw wrongCall('Where to? leeway backup FILE')
    const copy = { root: keptRoot(io.folder), file: resolve(io.folder, file) }
    const { webhooks, ...carried } = await atPath(file, 'written', () => backUp(copy))
    const apart =
      webhooks === 0
        ? ''
        : `
${spelled(LEFT_BEHIND, io)}`
    const { left } = carried
    io.stderr.write(leftText(carried))
    if (left.length > 0) {
      tell(
        io.stdout,
        `All but ${counted(left.length, 'repository', 'repositories')} is in ${file}. Look at what is wrong: ${spelled('leeway doctor', io)}${apart}`,
      )
      return EXIT.failed
    }
    const what = webhooks === 0 ? 'Everything' : `Everything but ${counted(webhooks, 'webhook')}`
    tell(
      io.stdout,
      `${what} is in ${file}. Bring it back into an empty folder: ${spelled('leeway restore', io)} ${shellWord(file)}${apart}`,
    )
    return EXIT.fine
  },
}

const LEFT_BEHIND =
  'Webhooks stay here, because of their secrets. Add them anew where you bring it back: leeway webhooks add URL'
