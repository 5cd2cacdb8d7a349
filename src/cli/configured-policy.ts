import { PROGRAMS } from '../config/agent-file.ts'
import { type Origin, type PolicyWithOrigins, policyFor } from '../config/policy-for.ts'
import type { Source } from '../config/read-source.ts'
import { openWorkplace, PROJECT_FOLDER, type Workplace } from '../config/workplace.ts'
import { AppError } from '../model/errors.ts'
import { nearest } from '../model/nearest.ts'
import { quote } from '../model/quote.ts'
import type { Catalog } from '../policy/catalog.ts'
import type { Policy } from '../policy/policy.ts'
import { resolvePolicy } from '../policy/resolve.ts'
import type { Io } from './io.ts'
import { knownName } from './known-name.ts'
import { type NamedPolicy, namedPolicy } from './named-policy.ts'
import { warnOf } from './warn-of.ts'

/** For whom a policy is asked that is configured here. */
export const WHOSE = {
  agent: { type: 'string' },
  tenant: { type: 'string' },
  user: { type: 'string' },
  program: { type: 'string' },
  job: { type: 'string' },
} as const

type Whose = { readonly [Name in keyof typeof WHOSE]?: string | undefined }

/** The first of them that is said; undefined where none is. */
export function whoseIn(options: Whose): keyof Whose | undefined {
  return (Object.keys(WHOSE) as (keyof Whose)[]).find((name) => options[name] !== undefined)
}

/** What a job gets in this folder, from leeway.yaml, leeway/ and the environment, and all that is configured there. */
export async function configuredPolicy(
  options: Whose,
  io: Io,
): Promise<{ readonly found: PolicyWithOrigins; readonly workplace: Workplace }> {
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
  return { found: job === undefined ? found : withJob(found, job), workplace }
}

/** An agent needs no file: what it gets without one is what every agent gets here, and that is said beside the answer. */
function agentIn({ agent }: Whose, { agents }: Workplace, io: Io): string | undefined {
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
export function checked(found: PolicyWithOrigins, catalog: Catalog): PolicyWithOrigins {
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

/** The same policy with each origin as it is told here. */
export function mapOrigins(
  found: PolicyWithOrigins,
  change: (origin: Origin, axis: string) => Origin,
): PolicyWithOrigins {
  const entries = Object.entries(found.origins).map(([axis, all]) => [axis, all.map((one) => change(one, axis))])
  return { ...found, origins: Object.fromEntries(entries) as PolicyWithOrigins['origins'] }
}
