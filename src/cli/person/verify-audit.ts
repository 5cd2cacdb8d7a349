import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod'
import {
  type RowsReport,
  type TenantReport,
  type VerifyOptions,
  verifyExport,
  verifyKept,
  verifyKeptRows,
} from '../../look-after.ts'
import { counted } from '../../model/counted.ts'
import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import { shellWord } from '../../model/shell-word.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { fitText } from '../text/fit-text.ts'
import { jsonText } from '../text/json-text.ts'
import { type Page, pageOf } from '../text/page.ts'
import { atPath, refuseUnreadable } from './at-path.ts'
import type { AuditOptions } from './parse-audit.ts'
import { readText } from './read-text.ts'
import { keptRoot } from './with-desk.ts'

/** One at least: against none of them any log is whole. */
const Heads = z
  .record(z.string(), z.object({ last: z.int(), hash: z.string() }))
  .refine((heads) => Object.keys(heads).length > 0)

/** Reads the whole log and says whether it is what was written, and whether the state is what follows from it. */
export async function verifyAudit(values: AuditOptions, io: Io): Promise<ExitCode> {
  const heads = values.head === undefined ? undefined : await readHeads(resolve(io.folder, values.head), io)
  const options = { heads, trusted: values.key }
  const found =
    values.file === undefined
      ? await findKeptFlaws(keptRoot(io.folder), options)
      : await findFileFlaws(values.file, options, io)
  const { ok, tenants } = found
  if (ok && values['keep-head'] !== undefined) await keepHeads(resolve(io.folder, values['keep-head']), tenants)
  io.stdout.write(`${values.json === true ? jsonText(found) : drawFound(found, values, pageOf(io))}\n`)
  return ok ? EXIT.fine : EXIT.failed
}

async function findKeptFlaws(root: string, options: VerifyOptions): Promise<Found> {
  const tenants = await verifyKept(root, options)
  const rows = verifyKeptRows(root)
  return { ok: rows.ok && tenants.every((report) => report.ok), tenants, rows }
}

/** An export holds the log alone. Of one that holds no event nothing can be said: it may be what is left of a log. */
async function findFileFlaws(file: string, options: VerifyOptions, io: Io): Promise<Found> {
  const path = resolve(io.folder, file)
  await refuseUnreadable(file, path)
  const tenants = await verifyExport(path, options)
  if (tenants.every((report) => report.ok && report.events === 0))
    return { ok: false, tenants, nothing: 'Nothing was verified: the file holds no event.' }
  return { ok: tenants.every((report) => report.ok), tenants }
}

interface Found {
  readonly ok: boolean
  /** There where nothing was there to be verified. */
  readonly nothing?: string
  readonly tenants: readonly TenantReport[]
  readonly rows?: RowsReport
}

function drawFound(found: Found, values: AuditOptions, page: Page): string {
  const { tenants, rows, nothing } = found
  if (nothing !== undefined) return `${page.paint(['bold', 'red'], '✗')} ${nothing}`
  const drawn = [...tenants.map((report) => drawReport(report, page)), ...(rows ? [drawRows(rows, page)] : [])]
  const advice = adviceText(found, values)
  const lines = advice === undefined ? [] : fitText(page.spell(advice), page.width)
  return [...drawn, ...lines.map((line) => page.paint('dim', line))].join('\n')
}

function drawRows(report: RowsReport, page: Page): string {
  if (report.ok) return `${page.paint(['bold', 'green'], '✓')} ${rowsText(report)}`
  return drawFlaws<Parameters<typeof rowText>[0]>(report, rowText, page)
}

/** What was found of the rows, as a sentence. */
export function rowsText(report: RowsReport): string {
  if (report.ok) return `The state (${counted(report.rows, 'row')}) is what the log makes of it.`
  return `${rowText(report)}${moreText(report.others.length + report.more)}`
}

function rowText({ table, id, message }: Pick<FlawedRows, 'table' | 'id' | 'message'>): string {
  return `${table} ${harmless(id)}: ${message}`
}

type FlawedRows = Extract<RowsReport, { ok: false }>

/** Where one line speaks for all. */
export function moreText(more: number): string {
  return more === 0 ? '' : ` And ${more} more: leeway audit verify`
}

/** One line for each, and how many are not named. */
function drawFlaws<Flaw extends object>(
  report: Flaw & { readonly others: readonly Flaw[]; readonly more: number },
  textOf: (flaw: Flaw) => string,
  page: Page,
): string {
  const sign = page.paint(['bold', 'red'], '✗')
  const lines = [report, ...report.others].map((flaw) => `${sign} ${textOf(flaw)}`)
  return [...lines, ...(report.more === 0 ? [] : [`${sign} and ${report.more} more`])].join('\n')
}

function drawReport(report: TenantReport, page: Page): string {
  const tenant = harmless(report.tenant)
  if (!report.ok) {
    const textOf = ({ first, last, message }: Pick<typeof report, 'first' | 'last' | 'message'>) =>
      `${tenant}: ${harmless(message)} (${first === last ? `event ${first}` : `events ${first} to ${last}`})`
    return drawFlaws<Parameters<typeof textOf>[0]>(report, textOf, page)
  }
  const { events, links, head, keys } = report
  const end = head === null ? '' : ` It ends at ${head.last} with ${head.hash.slice(0, 16)}….`
  const by = keys.length === 0 ? '' : ` Signed by ${keys.join(', ')}.`
  const text = `${tenant}: the log (${counted(events, 'event')} in ${counted(links, 'link')}) is as it was written.${end}${by}`
  return `${page.paint(['bold', 'green'], '✓')} ${fitText(text, page.width - 2).join('\n  ')}`
}

/** What this verification could not tell, and what to do where it counted the wrong key. */
function adviceText({ ok, tenants }: Found, { head, 'keep-head': kept }: AuditOptions): string | undefined {
  if (tenants.some((report) => !report.ok && report.flaw === 'other_key')) return OTHER_KEY
  if (kept !== undefined)
    return ok ? keptText(kept) : `${harmless(kept)} was not written: heads are kept of a log that is whole.`
  if (!ok || head !== undefined) return undefined
  return 'What was cut off at the end shows only against a head that is kept elsewhere: leeway audit verify --keep-head FILE'
}

function keptText(file: string): string {
  const command = `leeway audit verify --head ${harmless(shellWord(file))}`
  return `The heads are written to ${harmless(file)}. Keep it elsewhere, and verify against it later: ${command}`
}

const OTHER_KEY =
  'Look whether you named the right key; if you did, somebody else wrote this log. What it was signed by: leeway audit verify'

async function readHeads(file: string, io: Io): Promise<z.infer<typeof Heads>> {
  const text = await readText(file, io)
  try {
    return Heads.parse(JSON.parse(text))
  } catch (cause) {
    throw new AppError('unreadable_file', [], {
      message: `${file} holds no heads that --keep-head has written.`,
      details: { next: 'Name a file that was written by: leeway audit verify --keep-head FILE' },
      cause,
    })
  }
}

async function keepHeads(file: string, reports: readonly TenantReport[]): Promise<void> {
  const heads = Object.fromEntries(
    reports.flatMap((one) => (one.ok && one.head !== null ? [[one.tenant, one.head]] : [])),
  )
  const text = `${JSON.stringify(heads, null, 2)}\n`
  await atPath(file, 'written', () => writeFile(file, text, { flag: 'wx', mode: 0o600 }))
}
