import { harmless } from '../../model/harmless.ts'
import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { examine } from '../person/examine.ts'
import type { Finding } from '../person/finding.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { type Cell, drawTable } from '../text/table.ts'

/** `leeway doctor`: whether everything is in order. */
export const command: Command = {
  help: `leeway doctor [--json]

Looks at Node, the folder and its permissions, the database (schema, every page, the whole log and the rows that
follow from it), the repositories (every object, and locks that a killed git left there), free space, the clock, the
configuration, whether there is an administrator, whether you are signed in and your token still counts, where it lies,
and what the kill switch has halted. It changes nothing. Where the hook of Claude Code is installed, a canary call is
sent through it, held and taken back, which the log shows. The exit code is 1 when something is wrong.

Example:  leeway doctor`,
  run: async (args, io) => {
    const { values } = parseOptions(args, { options: { json: { type: 'boolean' } } })
    const findings = await examine(io)
    const ok = findings.every((finding) => finding.ok)
    const page = pageOf(io)
    const rows = findings.map((finding): readonly Cell[] => [
      signOf(finding),
      { text: harmless(page.spell(finding.detail)) },
    ])
    io.stdout.write(`${values.json === true ? jsonText({ ok, findings }) : drawTable({ rows }, page)}\n`)
    return ok ? EXIT.fine : EXIT.failed
  },
}

function signOf({ check, ok, notice }: Finding): Cell {
  if (!ok) return { text: `✗ ${check}`, format: ['bold', 'red'] }
  return notice === true ? { text: `! ${check}`, format: ['bold', 'yellow'] } : { text: `✓ ${check}`, format: 'green' }
}
