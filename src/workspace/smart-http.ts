import { AppError, ERRORS } from '../model/errors.ts'
import { damagedBranches } from './damaged-branches.ts'
import { NO_OID } from './oid.ts'
import { FLUSH, PktReader, pktLine } from './receive/pkt-line.ts'
import { PUSH_LIMITS, type PushLimits } from './receive/push-limits.ts'
import { pushReport } from './receive/push-report.ts'
import { type PushRequest, readPushRequest } from './receive/push-request.ts'
import type { PushRights } from './receive/push-rights.ts'
import { type LandedUpdate, receivePush } from './receive/receive-push.ts'
import { requestBody } from './receive/request-body.ts'
import type { Repository } from './repository.ts'
import { answerOfUploadPack } from './upload-pack.ts'

/** A request of a git client for one repository. Who is calling has been worked out before; here is what they may do. */
export interface GitRequest {
  readonly request: Request
  /** What follows the address of the repository, such as `info/refs`. */
  readonly path: string
  readonly repository: Repository
  /** `null` for somebody who may only read. */
  readonly rights: PushRights | null
  readonly now: Date
  readonly limits?: PushLimits
  /** Called with what has landed; gives what whoever pushed is told, and what it throws is told too. */
  readonly afterLanding?: (updates: readonly LandedUpdate[]) => Promise<readonly string[]>
  /** Called with what a push brings, when it has passed every check and nothing has moved yet. */
  readonly beforeLanding?: (updates: readonly LandedUpdate[]) => Promise<void>
}

/** Deleting is offered so that a client asks, and is told why not. */
const CAPABILITIES = 'report-status delete-refs atomic side-band-64k ofs-delta object-format=sha1 agent=leeway'
const NEVER_KEPT = { 'cache-control': 'no-cache, max-age=0, must-revalidate', 'x-content-type-options': 'nosniff' }

/** Answers clone, fetch and push. Nothing of the folder is served as a file. */
export async function serveGit(asked: GitRequest): Promise<Response> {
  try {
    const { request, path } = asked
    const service = new URL(request.url).searchParams.get('service')
    if (path === 'info/refs' && request.method === 'GET') return await advertise(asked, service)
    const isPost = request.method === 'POST'
    if (path === 'git-upload-pack' && isPost)
      return await answerOfUploadPack(asked.repository, asType(request, 'upload'))
    if (path === 'git-receive-pack' && isPost) return await takePush({ ...asked, request: asType(request, 'receive') })
    const isKnown = ['info/refs', 'git-upload-pack', 'git-receive-pack'].includes(path)
    throw new AppError(isKnown ? 'method_not_allowed' : 'not_found')
  } catch (error) {
    if (error instanceof AppError) return refusal(error)
    throw error
  }
}

async function advertise(asked: GitRequest, service: string | null): Promise<Response> {
  if (service === 'git-upload-pack') {
    const hidden = await damagedBranches(asked.repository).catch(orAllDamaged)
    return await answerOfUploadPack(asked.repository, asked.request, hidden)
  }
  if (service !== 'git-receive-pack') {
    const message = 'This server speaks the smart protocol of git: clone, fetch and push.'
    throw new AppError('not_authorised', [], { message })
  }
  rightsOf(asked)
  const listed = await asked.repository.run(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads/'])
  const refs = listed
    .toString()
    .split('\n')
    .filter((line) => line !== '')
  const [first = `${NO_OID} capabilities^{}`, ...others] = refs
  const lines = [`${first}\0${CAPABILITIES}\n`, ...others.map((line) => `${line}\n`)]
  const body = Buffer.concat([pktLine('# service=git-receive-pack\n'), FLUSH, ...lines.map(pktLine), FLUSH])
  return answer(body, 'application/x-git-receive-pack-advertisement')
}

async function takePush(asked: GitRequest): Promise<Response> {
  const { request, repository, limits = PUSH_LIMITS } = asked
  const rights = rightsOf(asked)
  const reader = new PktReader(requestBody(request, limits.packBytes))
  try {
    const wanted = await readPushRequest(reader)
    // A client that is about to send much asks first, with nothing.
    const report = wanted.updates.length === 0 ? FLUSH : await reportOf(wanted)
    return answer(report, 'application/x-git-receive-pack-result')
  } finally {
    await reader.cancel()
  }

  async function reportOf(wanted: PushRequest): Promise<Uint8Array> {
    try {
      const landed = await receivePush(repository, {
        ...asked,
        ...wanted,
        reader,
        rights,
        limits,
        signal: request.signal,
      })
      return pushReport(wanted, { said: (await asked.afterLanding?.(landed)) ?? [] })
    } catch (error) {
      // What is still on its way is read to its end, or the client never gets to the reason.
      await reader.drain()
      return pushReport(wanted, { error })
    }
  }
}

/** Git offers a branch whose commit is gone as well, and calls it not ours once it is asked for: as if whoever fetches had done something wrong. */
function orAllDamaged(error: unknown): never {
  const isBroken = error instanceof AppError && error.code === 'repository_broken'
  throw isBroken ? new AppError(error.code, [], { message: DAMAGED, cause: error }) : error
}

/** Whoever reads it may be somewhere else, and mends nothing here. */
const DAMAGED =
  'The repository is damaged on the server, so that nothing can be cloned or fetched. Whoever looks after the server finds what is wrong with "leeway doctor" and brings it back from a backup; then try again.'

function rightsOf({ rights }: GitRequest): PushRights {
  if (rights !== null) return rights
  throw new AppError('not_authorised', [], { message: 'You may clone and fetch here, and not push.' })
}

function asType(request: Request, service: 'upload' | 'receive'): Request {
  const wanted = `application/x-git-${service}-pack-request`
  if (request.headers.get('content-type') === wanted) return request
  throw new AppError('not_json', [], { message: `A request to git-${service}-pack is of the type ${wanted}.` })
}

function answer(body: Uint8Array, type: string): Response {
  return new Response(Buffer.from(body), { headers: { 'content-type': type, ...NEVER_KEPT } })
}

/** A folder that is not as we make it, such as a link that leads out of its place, is no repository to anybody; git shows the reason. */
export function notServed({ code, message }: AppError): Response {
  return inWords(message, code === 'repository_broken' ? 404 : ERRORS[code].status)
}

function refusal({ code, message }: AppError): Response {
  return inWords(message, ERRORS[code].status)
}

function inWords(message: string, status: number): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', ...NEVER_KEPT }
  return new Response(`${message}\n`, { status, headers })
}
