import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { openCatalog } from '../../config/workplace.ts'
import { AppError } from '../../model/errors.ts'
import { quote } from '../../model/quote.ts'
import { explain } from '../../policy/explain.ts'
import { decisionText } from '../decision-text.ts'
import { drawExplanation } from '../draw-explanation.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { type Line, LineCutter } from '../lines.ts'
import { decisionReader } from '../read-decision.ts'
import { describeProblem } from '../report-error.ts'
import { pageOf } from '../text/page.ts'
import { wrongCall } from '../wrong-call.ts'

/** `leeway explain`: decisions in words. */
export const command: Command = {
  help: `leeway explain [FILE | -] [--json]

Puts decisions into words: the verdict, its reason, what every axis said, and what would have let it pass.
Takes one JSON object a line from a file or from standard input, of either kind:
  what \`leeway decide\` answered           {"verdict": …, "reason": …, "trace": […], …}
  what \`leeway decide\` would be asked     {"policy": PRESET or DOCUMENT, "gate": {"kind": …}}

  --json    the decisions themselves, one a line

Example:  echo '{"policy": "jobs/guided", "gate": {"kind": "completion"}}' | leeway explain`,
  run: async (args, io) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [file = '-', another] = positionals
    if (another !== undefined) throw wrongCall('Name one file, not several.')
    const input = file === '-' ? io.stdin : await openFile(resolve(io.folder, file), file)
    const catalog = await openCatalog(io.folder)
    return explainLines(input, io, { json: values.json === true, read: decisionReader(catalog) })
  },
}

interface Way {
  readonly json: boolean
  readonly read: ReturnType<typeof decisionReader>
}

async function explainLines(input: Readable, io: Io, way: Way): Promise<ExitCode> {
  const page = pageOf(io)
  const cutter = new LineCutter()
  let code: ExitCode = EXIT.fine
  let isFirst = true
  const write = async (lines: readonly Line[]) => {
    for (const line of lines.filter((one) => typeof one !== 'string' || one.trim() !== '')) {
      const { decision, problem } = way.read(line)
      if (problem !== undefined) code = EXIT.failed
      const told = problem && `${page.paint(['bold', 'red'], '✗ Error:')} ${describeProblem(problem, io.folder)}`
      const text = decision && (way.json ? decisionText(decision) : drawExplanation(explain(decision), page))
      const error = way.json ? JSON.stringify({ error: problem }) : told
      const gap = isFirst || way.json ? '' : '\n'
      isFirst = false
      if (!io.stdout.write(`${gap}${text ?? error}\n`)) await once(io.stdout, 'drain')
    }
  }
  for await (const chunk of input) await write(cutter.push(chunk as Buffer))
  await write(cutter.end())
  return code
}

async function openFile(path: string, given: string): Promise<Readable> {
  const stats = await stat(path).catch(() => undefined)
  if (stats !== undefined && !stats.isDirectory()) return createReadStream(path)
  const message =
    stats === undefined ? `There is no file ${quote(given)}.` : `${quote(given)} is a folder. Name a file in it.`
  throw new AppError('unreadable_file', [{ code: 'unreadable_file', message, path: '' }])
}
