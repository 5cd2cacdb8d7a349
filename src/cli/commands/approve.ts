import { GrantBounds } from '../../model/review.ts'
import type { Command } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { giveAnswer } from '../person/give-answer.ts'
import { momentIn } from '../person/moment-in.ts'
import { withDesk } from '../person/with-desk.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  hash: { type: 'string', multiple: true },
  reason: { type: 'string' },
  'grant-count': { type: 'string' },
  'grant-until': { type: 'string' },
  'grant-job': { type: 'boolean' },
  seen: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Options = ReturnType<typeof parse>['values']

/** `leeway approve`: let it happen. */
export const command: Command = {
  help: `leeway approve ID … [--hash HASH …] [--seen] [--reason WHY] [--json]
leeway approve ID [--hash HASH] --grant-count N | --grant-until TIME | --grant-job

Approves exactly what you looked at. In a terminal the content is shown and you are asked. Without one it is shown and
nothing is answered, until you name what you looked at with --hash. Several ids at once are answered one by one. Of the
work of a phase all that changes is shown, and what you drafted of it in the browser goes along with your approval.

  --hash          the whole content hash that stands below what you looked at, one for each id
  --seen          you have looked at what the diff of a pull request can't show, such as a picture
  --grant-count   let the same call pass this many times more without asking
  --grant-until   … until then: a time (2030-01-31T12:00:00Z) or how long from now (30m, 8h, 7d)
  --grant-job     … in this job and below it

Example:  leeway approve chk_x3 --reason "checked the address"`,
  run: async (args, io) => {
    const { values, positionals } = parse(args)
    const grant = grantIn(values)
    if (grant !== undefined && positionals.length > 1) throw wrongCall('Several answers at once leave no grant behind.')
    const review = {
      answer: 'approve',
      ...(values.reason && { reason: values.reason }),
      ...(grant && { grant }),
    } as const
    const given = {
      command: 'approve',
      ids: positionals,
      hashes: values.hash ?? [],
      json: values.json === true,
      isSeen: values.seen === true,
      review,
    }
    return withDesk(io, (desk) => giveAnswer(desk, given, io))
  },
}

function grantIn(values: Options): GrantBounds | undefined {
  const { 'grant-count': count, 'grant-until': until, 'grant-job': job } = values
  if (count === undefined && until === undefined && job !== true) return undefined
  const bounds = {
    ...(count !== undefined && { count: Number(count) }),
    ...(until !== undefined && { until: momentIn('--grant-until', until, new Date()) }),
    ...(job === true && { job: true as const }),
  }
  const parsed = GrantBounds.safeParse(bounds)
  if (parsed.success) return parsed.data
  throw wrongCall('--grant-count is a number from 1 to 10000.')
}

function parse(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS, allowPositionals: true })
}
