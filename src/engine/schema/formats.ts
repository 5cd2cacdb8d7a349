import * as z from 'zod'

/** The formats that a text is held to. */
export const RESPONSE_FORMATS: ReadonlySet<string> = new Set([
  'base64',
  'base64url',
  'cidr',
  'cidr-v6',
  'credit_card',
  'cuid',
  'cuid2',
  'date',
  'date-time',
  'duration',
  'e164',
  'email',
  'emoji',
  'guid',
  'hostname',
  'iban',
  'ipv4',
  'ipv6',
  'jwt',
  'ksuid',
  'mac',
  'nanoid',
  'time',
  'ulid',
  'uri',
  'uri-reference',
  'uuid',
  'xid',
])

const checks = new Map<string, z.ZodType>()

export function isOfFormat(text: string, format: string): boolean {
  return checkOf(format).safeParse(text).success
}

function checkOf(format: string): z.ZodType {
  const known = checks.get(format)
  if (known !== undefined) return known
  const check = z.fromJSONSchema({ type: 'string', format })
  checks.set(format, check)
  return check
}

/** Found by the first who brings one: most schemas have none. */
let known: ReadonlySet<string> | undefined

/**
 * Whether an expression is one that `zod` writes itself, for a format or a kind of it. Those end in time on every text; one out of an agent's
 * hands could keep everybody waiting for ever.
 */
export function isKnownPattern(pattern: string): boolean {
  known ??= new Set(
    [...[...RESPONSE_FORMATS].map(checkOf), ...kindsOfFormats()].flatMap(
      (check) => z.toJSONSchema(check).pattern ?? [],
    ),
  )
  return known.has(pattern)
}

function kindsOfFormats(): readonly z.ZodType[] {
  const precisions = [{}, ...[-1, 0, 1, 2, 3, 6, 9].map((precision) => ({ precision }))]
  const zones = [{}, { offset: true }, { local: true }, { offset: true, local: true }]
  const versions = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8'] as const
  return [
    ...precisions.flatMap((precision) => zones.map((zone) => z.iso.datetime({ ...precision, ...zone }))),
    ...precisions.map((precision) => z.iso.time(precision)),
    ...versions.map((version) => z.uuid({ version })),
    z.guid(),
    z.mac({ delimiter: '-' }),
  ]
}
