import { PROGRAMS } from '../../config/agent-file.ts'
import { inSource } from '../../config/locate-problems.ts'
import { type PolicyWithOrigins, withOrigins } from '../../config/policy-for.ts'
import { openCatalog } from '../../config/workplace.ts'
import { quote } from '../../model/quote.ts'
import { checked, configuredPolicy, mapOrigins, WHOSE, whoseIn } from '../configured-policy.ts'
import { type Command, EXIT, type Io } from '../io.ts'
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
  ...WHOSE,
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
  if (argument === undefined) return (await configuredPolicy(options, io)).found
  const forJobs = whoseIn(options)
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

/** A document that is a file of its own chooses its preset on the line of that key. */
function withChooser(found: PolicyWithOrigins, { by, line }: { by: string; line: number }): PolicyWithOrigins {
  return mapOrigins(found, (origin) => (origin.by?.said === by ? { ...origin, by: { said: by, line } } : origin))
}
