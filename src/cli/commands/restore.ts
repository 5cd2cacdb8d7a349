import { resolve } from 'node:path'
import { isKept, restore } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { jsonText } from '../text/json-text.ts'
import { wrongCall } from '../wrong-call.ts'

/** `leeway restore`: bring a backup back. */
export const command: Command = {
  help: `leeway restore FILE [--json]

Makes the .leeway of this folder out of a backup. It never replaces one. What was decided after the backup is
forgotten, so nothing that was open then goes on: held gates are closed and agents ask again, approvals and grants are
void, and actions that had begun are in doubt.

Example:  leeway restore /mnt/safe/leeway-monday.db`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, {
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [file, another] = positionals
    if (file === undefined || another !== undefined) throw wrongCall('Out of what? leeway restore FILE')
    if (isKept(io.folder)) {
      const message = `${io.folder} has a .leeway already, and a restore never replaces one.`
      throw new AppError('id_taken', [], {
        message,
        details: { next: 'Move it away, or restore into an empty folder.' },
      })
    }
    const closed = await restore({ root: io.folder, file: resolve(io.folder, file) })
    const { checkpoints, approvals, attempts, grants } = closed
    const text =
      `Restored. Closed, because nobody knows what became of it: ${checkpoints} held gates, ${approvals} approvals, ` +
      `${grants} grants; ${attempts} actions are in doubt.\n` +
      'People are as they were then, see `leeway people`. Jobs are stopped until a person resumes them: `leeway jobs`, `leeway resume`.\n'
    io.stdout.write(values.json === true ? `${jsonText({ restored: file, closed })}\n` : text)
    return EXIT.fine
  },
}
