import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { openReception, type Reception } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { shellWord } from '../../model/shell-word.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { atPath } from '../person/at-path.ts'
import { type Credential, CredentialBox, type Known } from '../person/credentials.ts'
import { refuseInsideWorkspace } from '../person/refuse-inside-workspace.ts'
import { keptRoot } from '../person/with-desk.ts'
import { spelled } from '../text/spelled.ts'
import { tell } from '../text/tell.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = { 'token-file': { type: 'string' }, force: { type: 'boolean' } } as const

/** `leeway logout`: forget the token for this folder. */
export const command: Command = {
  help: `leeway logout [--token-file FILE | --force]

Forgets your token for this folder, and for no other. You stay a member; to come back you need a new token from an
administrator (\`leeway people renew NAME\`). The only administrator has nobody to ask, and is not signed out without
one of these:

  --token-file   put your token into this new file, outside of every workspace; to come back:
                 leeway login --token-file FILE
  --force        forget it all the same: nobody can let anybody in here any more

Example:  leeway logout --token-file ~/leeway-token`,
  run: async (args, io) => {
    const { values } = parseOptions(args, { options: OPTIONS })
    const { 'token-file': file, force = false } = values
    if (file !== undefined && force) throw wrongCall('Give --token-file or --force, not both.')
    const root = keptRoot(io.folder)
    const reception = await openReception({ root })
    try {
      const known = { names: await reception.names(), root }
      return await signOut({ reception, known, file, force }, io)
    } finally {
      await reception.close()
    }
  },
}

interface Leaving {
  readonly reception: Reception
  readonly known: Known
  readonly file: string | undefined
  readonly force: boolean
}

async function signOut({ reception, known, file, force }: Leaving, io: Io): Promise<ExitCode> {
  const box = new CredentialBox(io.environment)
  const credential = await readOrForget(box, known, force)
  if (credential === undefined) {
    io.stdout.write('You were not signed in here.\n')
    return EXIT.fine
  }
  const { person } = credential
  if (file !== undefined) await takeAlong(credential, { file, io, root: known.root })
  else if (!force) await refuseLastOne(reception, credential)
  await box.remove(known)
  const back = file === undefined ? '' : ` To come back: ${spelled('leeway login --token-file', io)} ${shellWord(file)}`
  tell(io.stdout, `${person} is signed out of ${known.root}.${back}`)
  return EXIT.fine
}

/** A file that proves nothing can be forgotten; whether it is the last one can't be read from it. */
async function readOrForget(box: CredentialBox, known: Known, force: boolean): Promise<Credential | undefined> {
  try {
    return await box.read(known)
  } catch (error) {
    if (!force) throw error
    await box.remove(known)
    return undefined
  }
}

async function takeAlong(
  { token }: Credential,
  { file, io, root }: { readonly file: string; readonly io: Io; readonly root: string },
): Promise<void> {
  const path = resolve(io.folder, file)
  await refuseInsideWorkspace(dirname(path), root, 'Name a file outside of it.')
  await atPath(file, 'written', () => writeFile(path, `${token}\n`, { mode: 0o600, flag: 'wx' }))
}

/** Without any administrator nobody comes in again, and nothing that is held could be answered. */
async function refuseLastOne(reception: Reception, { person, token }: Credential): Promise<void> {
  const [only, another] = await reception.administrators()
  if (only !== person || another !== undefined || !(await reception.isKnown(token))) return
  throw new AppError('not_authorised', [], {
    message: `You are the only administrator here. Signed out, nobody could let you or anybody else in again.`,
    details: {
      next: 'Take your token with you: leeway logout --token-file FILE. Or let in another: leeway people add NAME --role admin',
    },
  })
}
