import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { AppError } from '../model/errors.ts'

/** What a forge sends when something happens there, as it came in. */
export interface SentDelivery {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Exactly as it was sent: the signature is about these bytes. */
  readonly body: Uint8Array
}

/** Whom we expect it from. */
export interface ExpectedFrom {
  readonly kind: 'github' | 'gitea'
  readonly owner: string
  readonly repository: string
  readonly secret: string
}

/** A message that is the forge's own, about our repository. It only says where to look: what happened is read from the forge. */
export interface Delivery {
  readonly event: string
  /** Names what was sent. The forge's own id does not: no signature covers it. */
  readonly digest: string
  /** The pull request that it is about; null where it is about none. */
  readonly pull: number | null
}

/** Each forge's header, and what stands before the digits. Forgejo still sends Gitea's, so whichever are there have to be right. */
const SIGNATURES = {
  github: [['x-hub-signature-256', 'sha256=']],
  gitea: [
    ['x-forgejo-signature', ''],
    ['x-gitea-signature', ''],
  ],
} as const
const EVENTS = { github: ['x-github-event'], gitea: ['x-forgejo-event', 'x-gitea-event'] } as const

const Numbered = z.object({ number: z.int().positive() })
const Payload = z.object({
  repository: z.object({ full_name: z.string() }),
  pull_request: Numbered.optional(),
  issue: Numbered.optional(),
})

/** Reads a message of a forge; throws `forge_foreign` for one that is not signed with our secret, or about another repository. */
export function readDelivery(sent: SentDelivery, from: ExpectedFrom): Delivery {
  refuseUnsigned(sent, from)
  const event = EVENTS[from.kind].map((name) => headerIn(sent, name)).find((value) => value !== undefined)
  if (event === undefined) throw foreign('It does not say what happened.')
  const { repository, pull_request, issue } = payloadIn(sent)
  if (repository.full_name.toLowerCase() !== `${from.owner}/${from.repository}`.toLowerCase()) {
    throw foreign('It is about another repository.')
  }
  const digest = createHash('sha256').update(sent.body).digest('hex')
  return { event, digest, pull: (pull_request ?? issue)?.number ?? null }
}

function refuseUnsigned(sent: SentDelivery, { kind, secret }: ExpectedFrom): void {
  // An empty secret would make everybody's signature right.
  if (secret === '') throw foreign('There is no secret to check it with.')
  const expected = createHmac('sha256', secret).update(sent.body).digest()
  const shown = SIGNATURES[kind].flatMap(([name, prefix]) => {
    const value = headerIn(sent, name)
    return value === undefined ? [] : [{ value, prefix }]
  })
  if (shown.length === 0) throw foreign('It is not signed.')
  if (!shown.every(({ value, prefix }) => isRight(value, prefix, expected))) throw foreign('Its signature is wrong.')
}

function isRight(value: string, prefix: string, expected: Buffer): boolean {
  const digits = value.slice(prefix.length)
  if (!value.startsWith(prefix) || !/^[0-9a-f]{64}$/.test(digits)) return false
  return timingSafeEqual(Buffer.from(digits, 'hex'), expected)
}

function payloadIn({ body }: SentDelivery): z.infer<typeof Payload> {
  try {
    return Payload.parse(JSON.parse(Buffer.from(body).toString('utf8')))
  } catch (cause) {
    const message = 'The message of the forge can not be read. Set the content type of its webhook to application/json.'
    throw new AppError('invalid_input', [{ code: 'invalid_type', message, path: '' }], { cause })
  }
}

/** A header that was sent twice is none: nobody knows which of the two was meant. */
function headerIn({ headers }: SentDelivery, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function foreign(message: string): AppError {
  return new AppError('forge_foreign', [], { message })
}
