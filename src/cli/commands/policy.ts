import { PROGRAMS } from '../../config/agent-file.ts'
import { inSource } from '../../config/locate-problems.ts'
import { type Origin, type PolicyWithOrigins, policyFor, withOrigins } from '../../config/policy-for.ts'
import type { Source } from '../../config/read-source.ts'
import { openCatalog, openWorkplace, PROJECT_FOLDER, type Workplace } from '../../config/workplace.ts'
import { AppError } from '../../model/errors.ts'
import { nearest } from '../../model/nearest.ts'
import { quote } from '../../model/quote.ts'
import type { Catalog } from '../../policy/catalog.ts'
import type { Policy } from '../../policy/policy.ts'
import { resolvePolicy } from '../../policy/resolve.ts'
import { type Command, EXIT, type Io } from '../io.ts'
import { knownName } from '../known-name.ts'
import { type NamedPolicy, namedPolicy } from '../named-policy.ts'
import { drawOrigins, shownOrigins } from '../origins.ts'
import { parseOptions } from '../parse-options.ts'
import { policyText } from '../policy-text.ts'
import { pageOf } from '../text/page.ts'
import { warnOf } from '../warn-of.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  origins: { type: 'boolean' },
  json: { type: 'boolean' },
  agent: { type: 'string' },
  tenant: { type: 'string' },
  user: { type: 'string' },
  program: { type: 'string' },
  job: { type: 'string' },
} as const

type Options = ReturnType<typeof parse>['values']

/** `leeway policy`: the effective policy, and where each value came from. */
export const command: Command = {
  help: `leeway policy [PRESET | FILE | -] [--origins] [--json]
leeway policy [--agent NAME] [--tenant ID] [--user NAME] [--program PROGRAM] [--job PRESET | FILE] [--origins] [--json]

Prints a policy as JSON, with a value on every axis.

With a preset, a file (YAML or JSON) or \`-\` for standard input: that document, and what it does not name from
\`standard\`. Without: what a job gets in this folder, from leeway.yaml, leeway/ and the environment.

  --origins   a table of where each value was said, and who chose the preset that says it
  --json      with --origins: {"policy", "origins"} instead of the table
  --agent     the agent that does the job          --tenant   the tenant for whom it is done
  --user      the user whose ceiling holds         --program  ${PROGRAMS.join(', ')}
  --job       what the job itself asks for

Example:  leeway policy jobs/guided --origins`,
  run: async (args, io) => {
    const { values, positionals } = parse(args)
    const found = await find(positionals, values, io)
    if (values.origins !== true) io.stdout.write(`${policyText(found.policy)}\n`)
    else if (values.json === true) io.stdout.write(`${JSON.stringify(shownOrigins(found, io.folder), null, 2)}\n`)
    else io.stdout.write(`${drawOrigins(found, io.folder, pageOf(io))}\n`)
    return EXIT.fine
  },
}

function parse(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS, allowPositionals: true })
}

async function find(positionals: readonly string[], options: Options, io: Io): Promise<PolicyWithOrigins> {
  const [argument, another] = positionals
  if (another !== undefined) throw wrongCall('Name one policy, not several.')
  if (argument === undefined) return configured(options, io)
  const forJobs = (['agent', 'tenant', 'user', 'program', 'job'] as const).find((name) => options[name] !== undefined)
  if (forJobs !== undefined)
    throw wrongCall(`--${forJobs} asks for what is configured here; leave ${quote(argument)} out, or give it as --job.`)

  const catalog = await openCatalog(io.folder)
  warnOf(catalog.files.values(), io)
  const named = await namedPolicy(argument, catalog, io)
  return standingAlone(named, catalog)
}

type Loaded = Parameters<typeof withOrigins>[1]

function standingAlone({ name, document, source }: NamedPolicy, catalog: Loaded): PolicyWithOrigins {
  const standard = { id: 'standard', document: { preset: 'standard' } }
  if (source === undefined) {
    const layers = name === 'standard' ? [standard] : [standard, { id: name, document }]
    return checked(withOrigins({ layers, ceilings: [] }, catalog), catalog)
  }
  return inSource(source, '', () => {
    const layers = [standard, { id: name, document, place: { source, at: '' } }]
    return withChooser(checked(withOrigins({ layers, ceilings: [] }, catalog), catalog), {
      by: name,
      line: source.locate('/preset').line,
    })
  })
}

async function configured(options: Options, io: Io): Promise<PolicyWithOrigins> {
  const workplace = await openWorkplace(io.folder, io.environment)
  warnOf(sourcesOf(workplace), io)
  const job = options.job === undefined ? undefined : await namedPolicy(options.job, workplace.catalog, io)
  const { tenant, user, program } = options
  const request = {
    agent: agentIn(options, workplace, io),
    tenant,
    user,
    program: program === undefined ? undefined : knownName('program', program, PROGRAMS),
    config_override: { autonomy: job?.document },
  }
  const found = checked(asked(workplace, request), workplace.catalog)
  return job === undefined ? found : withJob(found, job)
}

/** An agent needs no file: what it gets without one is what every agent gets here, and that is said beside the answer. */
function agentIn({ agent }: Options, { agents }: Workplace, io: Io): string | undefined {
  if (agent === undefined || agents.has(agent)) return agent
  const meant = nearest(agent, [...agents.keys()])
  const hint = meant === undefined ? '' : ` Did you mean ${quote(meant)}?`
  io.stderr.write(
    `warning: Nothing is configured for an agent ${quote(agent)}, so this is what any agent without a file gets here. ` +
      `A file of its own would be ${PROJECT_FOLDER}/agents/${fileName(agent)}.${hint}\n`,
  )
  return undefined
}

/** Names that are no file's are not written as one. */
function fileName(agent: string): string {
  return /^[\w.-]+$/.test(agent) ? `${agent}.yaml` : 'NAME.yaml'
}

/** What is wrong with a request and stands in no file, stands on the command line. */
function asked(workplace: Workplace, request: Parameters<typeof policyFor>[1]): PolicyWithOrigins {
  try {
    return policyFor(workplace, request)
  } catch (error) {
    if (!(error instanceof AppError) || error.problems.some(({ file, path }) => file !== undefined || path !== ''))
      throw error
    throw new AppError('wrong_call', error.problems, { cause: error })
  }
}

function sourcesOf({ catalog, project, agents, tenants }: Workplace): readonly Source[] {
  const files = [...(project === undefined ? [] : [project]), ...agents.values(), ...tenants.values()]
  return [...files.map(({ source }) => source), ...catalog.files.values()]
}

/** A name that nobody knows would silently drop a voice, so it is refused here as `decide` refuses it. */
function checked(found: PolicyWithOrigins, catalog: Catalog): PolicyWithOrigins {
  resolvePolicy(found.policy satisfies Policy, catalog)
  return found
}

/** What the job asks for stands on the command line, or in the file that is named there. */
function withJob(found: PolicyWithOrigins, { source }: NamedPolicy): PolicyWithOrigins {
  const line = (at: string) => (source === undefined ? {} : { line: source.locate(at).line })
  const said = source?.path ?? '--job'
  return mapOrigins(found, (origin, axis) => {
    if (origin.layer !== 'job') return origin
    if (origin.by !== undefined) return { ...origin, by: { said, ...line('/preset') } }
    return origin.line === undefined ? { ...origin, said, ...line(`/${axis}`) } : origin
  })
}

/** A document that is a file of its own chooses its preset on the line of that key. */
function withChooser(found: PolicyWithOrigins, { by, line }: { by: string; line: number }): PolicyWithOrigins {
  return mapOrigins(found, (origin) => (origin.by?.said === by ? { ...origin, by: { said: by, line } } : origin))
}

function mapOrigins(found: PolicyWithOrigins, change: (origin: Origin, axis: string) => Origin): PolicyWithOrigins {
  const entries = Object.entries(found.origins).map(([axis, all]) => [axis, all.map((one) => change(one, axis))])
  return { ...found, origins: Object.fromEntries(entries) as PolicyWithOrigins['origins'] }
}
