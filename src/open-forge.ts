import type { ForgeSettings } from './config/forge-settings.ts'
import type { Workplace } from './config/workplace.ts'
import type { ForgeGit } from './engine/ports.ts'
import { GiteaHost } from './hosts/gitea/gitea-host.ts'
import { GithubHost } from './hosts/github/github-host.ts'
import { readDelivery } from './hosts/read-delivery.ts'
import { AppError } from './model/errors.ts'
import { forgeAddress } from './model/forge-address.ts'
import type { Context } from './sdk/context.ts'
import type { Forge } from './sdk/forge/forge.ts'
import type { ForgeKeeper } from './sdk/forge/forge-keeper.ts'
import { isFirst } from './sdk/forge/is-first.ts'
import type { SecretSource } from './sdk/secrets.ts'
import type { ForgeDoor } from './server/forge/forge-door.ts'

const GITHUB = 'https://api.github.com'

/** What a forge is made of, beside what is configured. */
interface Parts {
  readonly secrets: SecretSource
  readonly git: ForgeGit
  readonly now: () => number
  readonly report: (problem: string) => void
}

/** The forge that a project is configured for, if it is. */
export function openForge({ project }: Workplace, { secrets, git, now, report }: Parts): Forge | undefined {
  const settings = project?.value.forge
  if (settings === undefined) return undefined
  const { kind, url = GITHUB, main, people, poll_seconds } = settings
  const options = {
    ...placeOf(settings),
    base: forgeAddress(url),
    main,
    now,
    token: () => secretOf(secrets, settings.token),
  }
  const host = kind === 'github' ? new GithubHost(options) : new GiteaHost(options)
  const known = Object.entries(people).map(([login, person]) => [login.toLowerCase(), person] as const)
  return { host, git, main, people: new Map(known), pollMs: poll_seconds * 1000, report }
}

function placeOf({ repository }: ForgeSettings) {
  const [owner = '', name = ''] = repository.split('/')
  return { owner, repository: name }
}

async function secretOf(secrets: SecretSource, { $secret }: ForgeSettings['token']): Promise<string> {
  const value = await secrets($secret)
  // What can't stand in a header would be quoted by whoever refuses it.
  if (value !== undefined && /^[\x21-\x7e]+$/.test(value)) return value
  throw new AppError('unknown_secret', [], {
    message: `There is no secret ${$secret}, which leeway.yaml names for the forge, or it has blanks or line ends in it. Put it into the environment of whoever starts this.`,
  })
}

/** Takes the messages of the forge, where there is one and a secret to check them with. */
export function forgeDoor(
  context: Context,
  keeper: ForgeKeeper,
  report: (what: string, error: unknown) => void,
): ForgeDoor | undefined {
  const settings = context.workplace.project?.value.forge
  const { secrets } = context
  const named = settings?.webhook_secret
  if (settings === undefined || named === undefined) return undefined
  return {
    take: async (sent) => {
      const secret = await secretOf(secrets, named)
      const { digest, pull } = readDelivery(sent, { ...placeOf(settings), kind: settings.kind, secret })
      if (!(await isFirst(context, digest))) return false
      // The forge waits for an answer, and not for what becomes of it. What fails here is looked at again by whoever keeps the house.
      if (pull !== null) keeper.lookAt(pull).catch((error: unknown) => tell(report, error))
      return true
    },
  }
}

function tell(report: (what: string, error: unknown) => void, error: unknown): void {
  if (!(error instanceof AppError)) report('The forge could not be looked at', error)
}

/** One line on standard error for whoever looks after the project, unless nobody wants to be told. */
export function tellForge(isTold = true): (problem: string) => void {
  return (problem) => {
    if (isTold) process.stderr.write(`leeway: the forge: ${problem}\n`)
  }
}
