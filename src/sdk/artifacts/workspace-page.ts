import type { Job } from '../../model/job.ts'
import type { Catalog } from '../../policy/catalog.ts'
import type { Policy } from '../../policy/policy.ts'
import { resolvePolicy } from '../../policy/resolve.ts'

/** The agent's memory of what a job is about. It begins with what is known, and the agent goes on with it. */
export const WORKSPACE_FILE = 'workspace.md'

/** How free a job is at this moment. */
export interface Freedom {
  /** What really holds, whatever the job asks for. */
  readonly policy: Policy
  readonly digest: string
  readonly catalog: Catalog
}

/** What a job begins with: what it is about, how free it is, and under which policy. */
export function workspaceText(job: Job, freedom: Freedom): string {
  const title = job.title === '' ? job.id : job.title
  return `# ${title}\n\nAgent: ${job.agent}\n${autonomyLine(freedom)}\n${policyLine(freedom)}\n`
}

/** The agent's text, in which those lines that say how free it is are true again. */
export function withFreedom(text: string, freedom: Freedom): string {
  return text
    .replace(/^Autonomy: .*$/m, () => autonomyLine(freedom))
    .replace(/^Policy: sha256:.*$/m, () => policyLine(freedom))
}

function policyLine({ digest }: Freedom): string {
  return `Policy: ${digest}`
}

function autonomyLine({ policy, catalog }: Freedom): string {
  const stops = Object.entries(policy.phase_stops).filter(([, on]) => on)
  const looks =
    stops.length === 0 ? 'nobody looks on the way' : `a person looks after: ${stops.map(([stop]) => stop).join(', ')}`
  const level = hasOwnStops(policy) ? 'custom' : levelOf(policy, catalog)
  return `Autonomy: ${level === undefined ? '' : `${level}; `}${looks}`
}

/** Beside those that have a name: every so many phases, at milestones, or where the agent is unsure. */
function hasOwnStops({ custom_stops: { every_n_phases, milestones = [], confidence_below } }: Policy): boolean {
  return every_n_phases !== undefined || milestones.length > 0 || confidence_below !== undefined
}

const LEVELS = 'jobs/'

/** The level whose stops a policy has; none where nobody gave them a name. */
function levelOf({ phase_stops }: Policy, catalog: Catalog): string | undefined {
  const names = [...catalog.presets.keys()].filter((name) => name.startsWith(LEVELS)).sort()
  const meant = names.find((name) => {
    const stops = resolvePolicy(name, catalog).phase_stops
    return Object.entries(phase_stops).every(([stop, on]) => stops[stop as keyof typeof stops] === on)
  })
  return meant?.slice(LEVELS.length)
}
