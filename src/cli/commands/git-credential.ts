import { findServer, openReception } from '../../compose.ts'
import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { credentialsFor, keptRoot } from '../person/with-desk.ts'
import { readStdin } from '../read-stdin.ts'
import { wrongCall } from '../wrong-call.ts'

/** `leeway git-credential`: what git calls when a clone of a job needs your token. */
export const command: Command = {
  help: `leeway git-credential [--root FOLDER] get

Hands git your token for the server of a folder, and for nothing else. \`leeway clone\` sets a clone up so that git calls
it by itself; nothing is ever stored.

Example:  printf 'protocol=http\\nhost=127.0.0.1:7317\\n' | leeway git-credential get`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, {
      options: { root: { type: 'string' } },
      allowPositionals: true,
    })
    const [verb, another] = positionals
    if (verb === undefined || another !== undefined) throw wrongCall('leeway git-credential get')
    // Git also says "store" and "erase"; there is nothing to do for either.
    if (verb !== 'get') return EXIT.fine
    const root = keptRoot(values.root ?? io.folder)
    const url = await findServer(root)
    const asked = attributesIn(Buffer.from(await readStdin(io)).toString())
    if (url === undefined || `${asked.get('protocol')}://${asked.get('host')}` !== url) return EXIT.fine
    const reception = await openReception({ root })
    const names = await reception.names().finally(() => reception.close())
    const token = await credentialsFor(root, io)(names)
    if (token !== undefined) io.stdout.write(`username=leeway\npassword=${token}\n`)
    return EXIT.fine
  },
}

/** `key=value`, a line each. */
function attributesIn(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line.includes('='))
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}
