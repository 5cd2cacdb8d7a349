import { openReception } from '../../compose.ts'
import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { CredentialBox } from '../person/credentials.ts'
import { keptRoot } from '../person/with-desk.ts'

/** `leeway logout`: forget the token for this folder. */
export const command: Command = {
  help: `leeway logout

Forgets your token for this folder. You stay a member; to come back you need a new token from an administrator
(\`leeway people renew NAME\`).

Example:  leeway logout`,
  run: async (args, io) => {
    parseOptions(args, { options: {} })
    const reception = await openReception({ root: keptRoot(io.folder) })
    try {
      const names = await reception.names()
      const box = new CredentialBox(io.environment)
      const known = await box.read(names).catch(() => undefined)
      await box.remove(names)
      io.stdout.write(known === undefined ? 'You were not signed in here.\n' : `${known.person} is signed out here.\n`)
      return EXIT.fine
    } finally {
      await reception.close()
    }
  },
}
