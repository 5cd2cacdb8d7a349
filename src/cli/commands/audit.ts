import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { knownName } from '../known-name.ts'
import { exportAudit } from '../person/export-audit.ts'
import { parseAudit } from '../person/parse-audit.ts'
import { showAudit } from '../person/show-audit.ts'
import { verifyAudit } from '../person/verify-audit.ts'
import { wrongCall } from '../wrong-call.ts'

/** `leeway audit`: the log, and the proof that it is whole. */
export const command: Command = {
  help: `leeway audit show [--job ID] [--checkpoint ID] [--type TYPE] [--after NUMBER] [--limit N] [--json]
leeway audit verify [--head FILE] [--keep-head FILE] [--key ID …] [--file EXPORT] [--json]
leeway audit export FILE

\`show\` reads the log, oldest first. \`verify\` reads all of it and finds whatever was changed, removed or moved, and
rows of state that are not what the log makes of them; what was cut off at the end is found only with a head that you
kept elsewhere. \`export\` writes the log with its links and public keys as JSON lines (\`-\` for standard output), which
\`verify --file\` checks anywhere.

  --head        heads that were kept: the log has to reach them       --keep-head   write today's heads to a new file
  --key         count only this key: its id, or 16 digits or more     --file        verify an export, not this folder

Example:  leeway audit verify --head /mnt/safe/heads.json`,
  run: async (args, io) => {
    const { values, positionals } = parseAudit(args)
    const [verb = 'show', file, another] = positionals
    const doing = knownName('way to call audit', verb, ['show', 'verify', 'export'] as const)
    if (another !== undefined || (doing !== 'export' && file !== undefined))
      throw wrongCall('That is one word too many.')
    if (doing === 'export') return exportTo(file, io)
    return doing === 'show' ? showAudit(values, io) : verifyAudit(values, io)
  },
}

async function exportTo(file: string | undefined, io: Io): Promise<ExitCode> {
  if (file === undefined) throw wrongCall('Where to? leeway audit export FILE')
  await exportAudit(file, io)
  return EXIT.fine
}
