import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isKept } from '../../compose.ts'
import { type Restored, restore } from '../../look-after.ts'
import { counted } from '../../model/counted.ts'
import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { atPath, refuseUnreadable } from '../person/at-path.ts'
import { jsonText } from '../text/json-text.ts'
import { leftText } from '../text/left-text.ts'
import { tellSpelled } from '../text/tell.ts'
import { wrongCall } from '../wrong-call.ts'

/** `leeway restore`: bring a backup back. */
export const command: Command = {
  help: `leeway restore FILE [--key ID …] [--despite-flaws] [--json]

Makes the .leeway of this folder out of a backup. It never replaces one. What was decided after the backup is
forgotten, so nothing that was open then goes on: held gates are closed and agents ask again, approvals and grants are
void, and actions that had begun are in doubt. Repositories come along, and each is checked to its last object; one
that is broken is named and left out, and the exit code is 1 then.

The log and the rows of the backup are verified first, and one that was changed is refused with what is wrong. Whoever
adds to a log, or makes it anew, can sign that with a key of their own: it shows only against the key that you noted.

  --key             count only this key: its id, or 16 digits or more (leeway audit verify names it)
  --despite-flaws   take it all the same, where there is no better one; the exit code is 1 then

Example:  leeway restore /mnt/safe/leeway-monday.db`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, {
      options: {
        json: { type: 'boolean' },
        key: { type: 'string', multiple: true },
        'despite-flaws': { type: 'boolean' },
      },
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
    const path = resolve(io.folder, file)
    await refuseUnreadable(file, path)
    await atPath(io.folder, 'written', () => access(io.folder, constants.W_OK))
    const options = { trusted: values.key, despiteFlaws: values['despite-flaws'] }
    const { carried, flaws, ...closed } = await restore({ root: io.folder, file: path }, options).catch(orOther)
    const { left } = carried
    io.stderr.write(leftText(carried))
    io.stderr.write(flaws.map((flaw) => `It is not what was kept: ${harmless(flaw)}\n`).join(''))
    if (values.json === true) io.stdout.write(`${jsonText({ restored: file, closed, carried, flaws })}\n`)
    else tellSpelled(io.stdout, report(closed, carried), io)
    return left.length + flaws.length === 0 ? EXIT.fine : EXIT.failed
  },
}

/** What is damaged here is the backup, and nothing that is kept. */
function orOther(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_a_database') throw error
  const next = 'Nothing was made of it. Restore another backup: the newest one that is sound.'
  throw new AppError(error.code, error.problems, { message: error.message, details: { next }, cause: error })
}

function report(
  { checkpoints, approvals, attempts, grants, tokens, passkeys }: Omit<Restored, 'carried' | 'flaws'>,
  { repositories }: Restored['carried'],
): string {
  const closed = [
    ...(checkpoints === 0 ? [] : [counted(checkpoints, 'held gate')]),
    ...(approvals === 0 ? [] : [counted(approvals, 'approval')]),
    ...(grants === 0 ? [] : [counted(grants, 'grant')]),
    ...(tokens === 0 ? [] : [counted(tokens, 'token')]),
    ...(passkeys === 0 ? [] : [counted(passkeys, 'passkey')]),
  ].join(', ')
  const lines = [
    'Restored. Sign in here: leeway login',
    ...(repositories === 0
      ? []
      : [`Brought back and checked to the last object: ${counted(repositories, 'repository', 'repositories')}.`]),
    ...(closed === '' ? [] : [`Closed, because nobody knows what became of it: ${closed}.`]),
    ...(attempts === 0 ? [] : [`In doubt until a person settles it: ${counted(attempts, 'action')}, see leeway jobs.`]),
    'People and kill switches are as they were then: leeway people, leeway kill-switch. Jobs are stopped until a person resumes them: leeway jobs',
  ]
  return lines.join('\n')
}
