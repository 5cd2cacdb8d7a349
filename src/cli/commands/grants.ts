import type { Cursor, Desk, Page as ListPage } from '../../compose.ts'
import { counted } from '../../model/counted.ts'
import type { Grant } from '../../model/grant.ts'
import { harmless } from '../../model/harmless.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { callText } from '../person/asked-text.ts'
import { fullId } from '../person/full-id.ts'
import { grantLeft } from '../person/grant-left.ts'
import { cursorIn, drawNext, limitIn, PAGING } from '../person/paging.ts'
import { WATCHING, watchList } from '../person/watch-list.ts'
import { withDesk } from '../person/with-desk.ts'
import { age } from '../text/age.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { type Cell, drawTable, NARROW_PAGE } from '../text/table.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = { json: { type: 'boolean' }, ...WATCHING, ...PAGING } as const
type Options = ReturnType<typeof parse>['values']

/** `leeway grants`: what approvals have left behind. */
export const command: Command = {
  help: `leeway grants [--limit N] [--after PLACE] [--watch] [--json]
leeway grants revoke ID

The register of permissions that approvals left behind: who gave it, for which call of which agent, how often it was
used, and what is left of it. \`revoke\` takes one back.

  --watch   stay and show what changes; q ends it. Without a terminal: one line for each that is new, used or taken back

Example:  leeway grants revoke grt_7Q`,
  run: async (args, io) => {
    const { values, positionals } = parse(args)
    const [verb, id, another] = positionals
    if (verb === undefined) return withDesk(io, (desk) => list(desk, values, io))
    if (verb !== 'revoke' || id === undefined || another !== undefined)
      throw wrongCall('Which one? leeway grants revoke ID. All of them: leeway grants')
    return withDesk(io, async (desk) => {
      const grant = await fullId.grant(desk, id)
      await desk.revokeGrant(grant)
      io.stdout.write(
        values.json === true ? `${jsonText({ grant, revoked: true })}\n` : `${grant} permits nothing any more.\n`,
      )
      return EXIT.fine
    })
  },
}

async function list(desk: Desk, values: Options, io: Io): Promise<ExitCode> {
  const limit = limitIn(values)
  const read = (after: Cursor | undefined) => desk.grants({ limit, after })
  if (values.watch === true)
    return watchList(desk, {
      io,
      values,
      draw: (found) => drawFound(found, desk.now(), io),
      read: () => read(undefined),
      stateOf: ({ hits, revoked_at }) => `${hits}/${revoked_at}`,
      tell: (grant) =>
        `${grant.owner}  ${harmless(grant.agent)}  ${callText(grant.example)}  ${grantLeft(grant, desk.now())}`,
    })
  const found = await read(cursorIn(values))
  io.stdout.write(`${values.json === true ? jsonText(found) : drawFound(found, desk.now(), io)}\n`)
  return EXIT.fine
}

function drawFound(found: ListPage<Grant>, now: Date, io: Io): string {
  if (found.rows.length === 0) return 'No approval has left a grant behind.'
  const page = pageOf(io)
  const narrow = page.width < NARROW_PAGE
  const head = narrow
    ? ['grant', 'for the same call as']
    : ['grant', 'owner', 'agent', 'for the same call as', 'hits', 'left']
  const rows = found.rows.map((grant) => (narrow ? narrowRow(grant, now) : wideRow(grant, now)))
  return [drawTable({ head, rows }, page), ...drawNext(found.next, 'leeway grants', page)].join('\n')
}

function wideRow(grant: Grant, now: Date): readonly Cell[] {
  return [
    { text: grant.id, format: 'bold', isWhole: true },
    { text: `${grant.owner}, ${age(grant.minted_at, now)} ago` },
    { text: harmless(grant.agent) },
    { text: callText(grant.example) },
    { text: String(grant.hits) },
    { text: grantLeft(grant, now) },
  ]
}

function narrowRow(grant: Grant, now: Date): readonly Cell[] {
  return [
    [{ text: grant.id, format: 'bold', isWhole: true }, { text: `${grant.owner}, ${age(grant.minted_at, now)} ago` }],
    [
      { text: callText(grant.example) },
      {
        text: `${harmless(grant.agent)}, used ${counted(grant.hits, 'time')}; left: ${grantLeft(grant, now)}`,
        format: 'dim',
      },
    ],
  ]
}

function parse(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS, allowPositionals: true })
}
