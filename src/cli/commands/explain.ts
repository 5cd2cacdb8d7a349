import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { openCatalog, PROJECT_FILE } from '../../config/workplace.ts'
import { AppError } from '../../model/errors.ts'
import { quote } from '../../model/quote.ts'
import { decisionText } from '../decision-text.ts'
import { drawLine } from '../draw-line.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { type Line, LineCutter } from '../lines.ts'
import { parseOptions } from '../parse-options.ts'
import { type DecisionRead, decisionReader } from '../read-decision.ts'
import { tellTyping } from '../tell-typing.ts'
import { pageOf } from '../text/page.ts'
import { spelled } from '../text/spelled.ts'
import { warnOf } from '../warn-of.ts'
import { wrongCall } from '../wrong-call.ts'

/** A contract that is checked from outside says so; whoever stands in a project would expect otherwise. */
const NOT_READ = `${PROJECT_FILE} is not asked here: a line without a policy is judged by the preset standard. What your agents get: leeway policy --agent NAME`

/** `leeway explain`: decisions in words. */
export const command: Command = {
  help: `leeway explain [FILE | -] [--json]

Puts decisions into words: the verdict, its reason, what every axis said, and what would have let it pass.
Takes one JSON object a line from a file or from standard input, of either kind:
  what \`leeway decide\` answered           {"verdict": …, "reason": …, "trace": […], …}
  what \`leeway decide\` would be asked     {"policy": PRESET or DOCUMENT, "gate": {"kind": …}}

A line without a policy is judged by the preset standard, whatever the project says; \`leeway policy --agent NAME\` prints
what an agent gets, which can stand in its place.

  --json    the decisions themselves, one a line

Example:  echo '{"policy": "jobs/guided", "gate": {"kind": "completion"}}' | leeway explain`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, {
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [file = '-', another] = positionals
    if (another !== undefined) throw wrongCall('Name one file, not several.')
    const input = file === '-' ? io.stdin : await openFile(resolve(io.folder, file), file)
    if (file === '-') tellTyping(io, 'explain')
    const catalog = await openCatalog(io.folder)
    warnOf(catalog.files.values(), io)
    if (existsSync(join(io.folder, PROJECT_FILE))) io.stderr.write(`${spelled(NOT_READ, io)}\n`)
    return explainLines(input, io, {
      json: values.json === true,
      read: decisionReader(catalog),
      file: file === '-' ? undefined : file,
    })
  },
}

interface Way {
  readonly json: boolean
  readonly read: ReturnType<typeof decisionReader>
  /** The file as it was named, where the lines do not come from standard input. */
  readonly file: string | undefined
}

async function explainLines(input: Readable, io: Io, { json, read, file }: Way): Promise<ExitCode> {
  const page = pageOf(io)
  const cutter = new LineCutter()
  let code: ExitCode = EXIT.fine
  let number = 0
  let isFirst = true
  const write = async (lines: readonly Line[]) => {
    for (const line of lines) {
      number += 1
      if (typeof line === 'string' && line.trim() === '') continue
      const found = read(line)
      if (found.problem !== undefined) code = EXIT.failed
      const gap = isFirst || json ? '' : '\n'
      isFirst = false
      const text = json ? asJson(found, number) : drawLine(found, { file, number }, page)
      if (!io.stdout.write(`${gap}${text}\n`)) await once(io.stdout, 'drain')
    }
  }
  for await (const chunk of input) await write(cutter.push(chunk as Buffer))
  await write(cutter.end())
  return code
}

function asJson({ decision, problem }: DecisionRead, line: number): string {
  return decision === undefined ? JSON.stringify({ error: { ...problem, line } }) : decisionText(decision)
}

async function openFile(path: string, given: string): Promise<Readable> {
  const stats = await stat(path).catch(() => undefined)
  if (stats !== undefined && !stats.isDirectory()) return createReadStream(path)
  const message =
    stats === undefined ? `There is no file ${quote(given)}.` : `${quote(given)} is a folder. Name a file in it.`
  throw new AppError('unreadable_file', [{ code: 'unreadable_file', message, path: '' }])
}
