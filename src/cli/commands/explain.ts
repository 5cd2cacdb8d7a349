import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { PROGRAMS } from '../../config/agent-file.ts'
import { withIssues } from '../../config/gate-in.ts'
import { openCatalog, PROJECT_FILE } from '../../config/workplace.ts'
import type { Decision } from '../../model/decision.ts'
import { AppError } from '../../model/errors.ts'
import type { Gate } from '../../model/gate.ts'
import { quote } from '../../model/quote.ts'
import { digestOf } from '../../policy/policy.ts'
import { configuredPolicy, WHOSE, whoseIn } from '../configured-policy.ts'
import { decisionText } from '../decision-text.ts'
import { drawLine } from '../draw-line.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { type Line, LineCutter } from '../lines.ts'
import { originText } from '../origins.ts'
import { parseOptions } from '../parse-options.ts'
import { type DecisionRead, decisionReader } from '../read-decision.ts'
import { tellTyping } from '../tell-typing.ts'
import { pageOf } from '../text/page.ts'
import { tellSpelled } from '../text/tell.ts'
import { warnOf } from '../warn-of.ts'
import { wrongCall } from '../wrong-call.ts'

/** A contract that is checked from outside says so; whoever stands in a project would expect otherwise. */
const NOT_READ = `${PROJECT_FILE} is not asked here: a line without a policy is judged by the preset standard. By what an agent of yours gets: leeway explain --agent NAME`

/** `leeway explain`: decisions in words. */
export const command: Command = {
  help: `leeway explain [FILE | -] [--json]
leeway explain [FILE | -] --agent NAME [--tenant ID] [--user NAME] [--program PROGRAM] [--job PRESET | FILE] [--json]

Puts decisions into words: the verdict, its reason, what every axis said, and what would have let it pass.
Takes one JSON object a line from a file or from standard input, of either kind:
  what \`leeway decide\` answered           {"verdict": …, "reason": …, "trace": […], …}
  what \`leeway decide\` would be asked     {"policy": PRESET or DOCUMENT, "gate": {"kind": …}}

A line without a policy is judged by the preset standard, whatever the project says. With --agent, or another of these,
it is judged by what that agent gets in this folder, and the file and line are named that hold a gate:

  --agent     the agent that does the job          --tenant   the tenant for whom it is done
  --user      the user whose ceiling holds         --program  ${PROGRAMS.join(', ')}
  --job       what the job itself asks for: the policy that is given to openLeeway
  --json      the decisions themselves, one a line

What was held already: leeway checkpoints show ID.

Example:  echo '{"gate": {"kind": "tool", "tool": "send_mail"}}' | leeway explain --agent mailer`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, {
      options: { json: { type: 'boolean' }, ...WHOSE },
      allowPositionals: true,
    })
    const [file = '-', another] = positionals
    if (another !== undefined) throw wrongCall('Name one file, not several.')
    const input = file === '-' ? io.stdin : await openFile(resolve(io.folder, file), file)
    if (file === '-') tellTyping(io, 'explain')
    const reading = await (whoseIn(values) === undefined ? plainly(io) : asConfigured(values, io))
    return explainLines(input, io, { ...reading, json: values.json === true, file: file === '-' ? undefined : file })
  },
}

type Reading = Pick<Way, 'read' | 'saidBy'>

/** As `leeway decide` would answer. */
async function plainly(io: Io): Promise<Reading> {
  const catalog = await openCatalog(io.folder)
  warnOf(catalog.files.values(), io)
  if (existsSync(join(io.folder, PROJECT_FILE))) tellSpelled(io.stderr, NOT_READ, io)
  return { read: decisionReader(catalog) }
}

/** As an agent is answered in this folder: by its policy, and in the project's words for issues. */
async function asConfigured(whose: Parameters<typeof configuredPolicy>[0], io: Io): Promise<Reading> {
  const { found, workplace } = await configuredPolicy(whose, io)
  const digest = digestOf(found.policy)
  const usual = { policy: found.policy, read: (gate: Gate) => withIssues(workplace, gate) }
  const saidBy = (axis: string) => originText(found.origins[axis as keyof typeof found.origins] ?? [], io.folder)
  return {
    read: decisionReader(workplace.catalog, usual),
    // A line may bring a policy, or a decision, of its own.
    saidBy: ({ policy_digest }) => (policy_digest === digest ? saidBy : undefined),
  }
}

interface Way {
  readonly json: boolean
  readonly read: ReturnType<typeof decisionReader>
  /** Where what holds a gate was said; nothing where that is not known here. */
  readonly saidBy?: (decision: Decision) => ((axis: string) => string) | undefined
  /** The file as it was named, where the lines do not come from standard input. */
  readonly file: string | undefined
}

async function explainLines(input: Readable, io: Io, { json, read, file, saidBy }: Way): Promise<ExitCode> {
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
      const said = found.decision && saidBy?.(found.decision)
      const text = json ? asJson(found, number) : drawLine(found, { file, number, saidBy: said }, page)
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
