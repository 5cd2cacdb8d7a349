import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import type { EventQuery, Link, LogEntry } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import type { ExportHeader, ExportLine } from './export-log.ts'

const Text = z.string()
const MaybeText = z.string().nullable()
const Line: z.ZodType<ExportLine> = z.union([
  z.object({
    entry: z.object({
      seq: z.int(),
      tenant: Text,
      job: MaybeText,
      checkpoint: MaybeText,
      type: Text,
      at: Text,
      actor: Text,
      data: Text,
    }),
  }),
  z.object({
    link: z.object({
      tenant: Text,
      first: z.int(),
      last: z.int(),
      count: z.int(),
      previous: Text,
      hash: Text,
      signature: Text,
      key: Text,
    }),
  }),
])
const Header: z.ZodType<ExportHeader> = z.object({
  format: z.literal('leeway-log-1'),
  exported_at: Text,
  keys: z.record(Text, Text),
  tenants: z.array(Text),
  // Exports of earlier versions have none.
  heads: z.record(Text, z.object({ last: z.int(), hash: Text })).optional(),
})

/**
 * An export read as the log it was made of, forwards and in flat memory. Whoever verifies a tenant takes a new one, because
 * nothing is read twice.
 */
export class ExportedLog {
  readonly #file: string
  readonly #header: ExportHeader
  #links: Forward<Link> | undefined
  #entries: Forward<LogEntry> | undefined

  constructor(file: string, header: ExportHeader) {
    this.#file = file
    this.#header = header
  }

  async keys(): Promise<Readonly<Record<string, string>>> {
    return this.#header.keys
  }

  async links({ tenant = '', limit }: EventQuery): Promise<readonly Link[]> {
    this.#links ??= new Forward(linesOf(this.#file), (line) => ('link' in line ? line.link : undefined), tenant)
    return this.#links.page(limit)
  }

  async entries({ tenant = '', limit }: EventQuery): Promise<readonly LogEntry[]> {
    this.#entries ??= new Forward(linesOf(this.#file), (line) => ('entry' in line ? line.entry : undefined), tenant)
    return this.#entries.page(limit)
  }
}

/**
 * The first line of an export. Throws `unreadable_file` for any other file, and for lines of a tenant that the first line does
 * not name: nobody would verify them.
 */
export async function readExportHeader(file: string): Promise<ExportHeader> {
  const header = await firstLine(file)
  for await (const line of linesOf(file)) {
    const { tenant } = 'link' in line ? line.link : line.entry
    if (!header.tenants.includes(tenant))
      throw unreadable(file, 'it has lines of a tenant that its first line does not name')
  }
  return header
}

async function firstLine(file: string): Promise<ExportHeader> {
  for await (const line of textLines(file)) {
    return parse(Header, line, file)
  }
  throw unreadable(file, 'it is empty')
}

/**
 * What one tenant has of one kind, in the order of the file. Whatever the numbers say, each line is handed out: one that stands
 * where it does not belong has to be seen to be found.
 */
class Forward<Item extends Link | LogEntry> {
  readonly #lines: AsyncIterator<ExportLine>
  readonly #pick: (line: ExportLine) => Item | undefined
  readonly #tenant: string

  constructor(lines: AsyncIterator<ExportLine>, pick: (line: ExportLine) => Item | undefined, tenant: string) {
    this.#lines = lines
    this.#pick = pick
    this.#tenant = tenant
  }

  async page(limit: number): Promise<readonly Item[]> {
    const page: Item[] = []
    while (page.length < limit) {
      const { done, value } = await this.#lines.next()
      if (done === true) return page
      const item = this.#pick(value)
      if (item?.tenant === this.#tenant) page.push(item)
    }
    return page
  }
}

async function* linesOf(file: string): AsyncGenerator<ExportLine> {
  let isHeader = true
  for await (const line of textLines(file)) {
    if (isHeader) isHeader = false
    else yield parse(Line, line, file)
  }
}

interface TextLine {
  readonly text: string
  readonly number: number
}

async function* textLines(file: string): AsyncGenerator<TextLine> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
  let number = 0
  try {
    for await (const text of lines) {
      number += 1
      if (text !== '') yield { text, number }
    }
  } catch (cause) {
    throw new AppError('unreadable_file', [], { message: `${file} can not be read.`, cause })
  }
}

function parse<Value>(schema: z.ZodType<Value>, { text, number }: TextLine, file: string): Value {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw unreadable(file, `line ${number} is none of one`, cause)
  }
}

function unreadable(file: string, why: string, cause?: unknown): AppError {
  const message = `${file} is not an export of a log, or is damaged: ${why}.`
  const details = { next: 'Write it anew where the log is kept: leeway audit export FILE' }
  return new AppError('unreadable_file', [], { message, details, cause })
}
