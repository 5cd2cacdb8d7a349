import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { counted } from '../../model/counted.ts'
import type { Document } from '../../model/document.ts'
import { DOCUMENT_LIMITS } from '../../model/document-limits.ts'
import { documentWaits } from '../../model/document-waits.ts'
import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import { quote } from '../../model/quote.ts'
import { type Command, EXIT, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { fullId } from '../person/full-id.ts'
import { withDesk } from '../person/with-desk.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { spelled } from '../text/spelled.ts'
import { type Cell, drawTable } from '../text/table.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = { replace: { type: 'boolean' }, json: { type: 'boolean' } } as const

/** `leeway upload`: give a job documents to read. */
export const command: Command = {
  help: `leeway upload JOB [FILE]… [--replace] [--json]

Gives a job documents. The agent finds them in documents/ of its workspace, as data and not as instructions. Where the
work is under review they are the next round, and void votes. Without a file: what the job has been given.

  --replace   take the place of documents of the same name
  --json      everything that the job has by then, as data

At most ${DOCUMENT_LIMITS.bytes / 1024 / 1024} MB a document, ${DOCUMENT_LIMITS.atOnce.documents} documents of ${DOCUMENT_LIMITS.atOnce.bytes / 1024 / 1024} MB together at once, and ${DOCUMENT_LIMITS.ofJob.documents} of ${DOCUMENT_LIMITS.ofJob.bytes / 1024 / 1024} MB a job. Files with a secret
in them are refused.

Example:  leeway upload job_x3 contract.pdf notes.md`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
    const [given, ...paths] = positionals
    if (given === undefined) throw wrongCall('Which job? leeway upload JOB [FILE]…')
    return withDesk(io, async (desk) => {
      const job = await fullId.job(desk, given)
      const before = await desk.documents.list(job)
      const documents = await Promise.all(paths.map((path) => fileAt(io, path)))
      const replace = values.replace === true
      const all =
        documents.length === 0
          ? before
          : await desk.documents
              .upload({ job, documents, replace })
              .catch(ofFiles(paths.map((path) => resolve(io.folder, path))))
      if (values.json === true) io.stdout.write(`${jsonText(all)}\n`)
      else {
        const given = documents.map(({ name }) => name)
        const waits = all.some(isWaiting) ? `${documentWaits((await desk.job(job)).job)}\n` : ''
        io.stdout.write(`${told(io, { before, all, job, given })}${waits}`)
      }
      return EXIT.fine
    })
  },
}

/** What is wrong with a document is told of the file that it was read from. */
function ofFiles(files: readonly string[]): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError)) throw error
    const problems = error.problems.map((problem) => {
      const file = files[Number(/^\/(?:documents|files)\/(\d+)/.exec(problem.path)?.[1])]
      return file === undefined ? problem : { ...problem, file, path: '' }
    })
    // Each surface has a way of its own to say so.
    const how = error.details['replaceable'] === undefined ? '' : ' To replace it, add --replace.'
    throw new AppError(error.code, problems, {
      message: `${error.message}${how}`,
      details: error.details,
      cause: error,
    })
  }
}

/** Looked at before it is read: nobody waits for what is refused all the same. */
async function fileAt({ folder }: Io, given: string) {
  const path = resolve(folder, given)
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) throw unreadable(`${quote(given)} is a folder. Name the files in it.`)
  if (found?.isFile() !== true) throw unreadable(`There is no file ${quote(given)}. Check the path.`)
  if (found.size > DOCUMENT_LIMITS.bytes) {
    throw unreadable(
      `${quote(given)} has more than ${DOCUMENT_LIMITS.bytes / 1024 / 1024} MB, the most that a document may have.`,
    )
  }
  return { name: basename(path).normalize('NFC'), bytes: await readFile(path) }
}

function unreadable(message: string): AppError {
  return new AppError('unreadable_file', [{ code: 'unreadable_file', message, path: '' }])
}

function isWaiting({ branch }: Document): boolean {
  return branch === null
}

interface Told {
  readonly before: readonly Document[]
  readonly all: readonly Document[]
  readonly job: string
  readonly given: readonly string[]
}

function told(io: Io, { before, all, job, given }: Told): string {
  if (all.length === 0)
    return spelled(`Nobody has given ${job} a document. Give it one: leeway upload ${job} FILE\n`, io)
  const rows = all.map(({ name, size, by, branch }): readonly Cell[] => [
    { text: harmless(name), ...(given.includes(name) && { format: 'bold' }) },
    { text: size === 1 ? '1 byte' : `${size.toLocaleString('en')} bytes` },
    { text: `from ${by}` },
    { text: branch === null ? 'on no branch yet' : `on ${branch}` },
  ])
  const isNew = ({ name, sha256 }: Document) => !before.some((one) => one.name === name && one.sha256 === sha256)
  const news = all.filter((one) => given.includes(one.name) && isNew(one))
  const now = news.length === 0 ? 'had all of it already' : `has ${counted(all.length, 'document')} now`
  const head = given.length === 0 ? '' : `${job} ${now}.\n`
  const isUnderReview = news.some(({ branch }) => branch !== null)
  const after = isUnderReview ? JOINED : ''
  return `${head}${drawTable({ rows }, pageOf(io))}\n${after}`
}

const JOINED = `They are part of the work that is reviewed: what was approved is asked for again, and where duties are separated
somebody else than you approves it.\n`
