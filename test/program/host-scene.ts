import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openContext } from '../../src/compose.ts'
import { ThreadId } from '../../src/model/ids.ts'
import type { Pull } from '../../src/model/pull.ts'
import { ForgeKeeper } from '../../src/sdk/forge/forge-keeper.ts'
import type { Leeway } from '../../src/sdk/leeway.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { BOT } from '../../src/testing/forge/forge-state.ts'
import { aStandIn, type Face } from '../../src/testing/forge/stand-in.ts'
import { gitNow } from '../../src/testing/git-now.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { PLAN } from '../../src/testing/plan-work.ts'

/** Where pull requests are looked at: what people do there, and what they find. */
export interface There {
  /** Of what they saw when they began to look; the newest where nothing is said. */
  approve(seen?: Seen): Promise<void>
  requestChanges(text: string, about: { readonly line: number; readonly text: string }): Promise<void>
  /** Says that the one thread is settled. */
  resolve(): Promise<void>
  /** A commit of their own on the branch. */
  push(text: string): Promise<void>
  /** The answers of the agent to the one thread, as people read them. */
  answers(): Promise<readonly string[]>
  /** Lets everything arrive that was done there. */
  arrive(): Promise<void>
  /** What git says where `main` is. */
  git(...args: string[]): string
  /** What the branch of a phase is called there. */
  branch(name: string): string
}

/** What somebody had on the screen. */
type Seen = Pick<Pull, 'head'> & { readonly content_hash: string }

/** A kind of host, with a house that uses it. */
export interface HostKind {
  readonly name: string
  readonly open: () => Promise<{ readonly house: House; readonly there: There; readonly leeway: Leeway }>
}

/** A plan that is held for Ada. */
export async function heldOn({ open }: HostKind, work: PhaseWork) {
  const { house, there, leeway } = await open()
  const program = leeway.program({ name: 'work', version: '1' }, (job) => job.phase(PLAN, work))
  const run = await leeway.start(program, { key: 'a', input: null })
  await there.arrive()
  const view = async () => house.desk.pulls.read((await house.desk.pulls.list()).rows[0]!.id)
  const seen = async () => {
    const { pull, checkpoint } = await view()
    return { head: pull.head, content_hash: checkpoint?.content_hash ?? '' }
  }
  return { house, there, run, view, seen, resume: () => leeway.resume(run.job) }
}

/** Pull requests in our own repositories, looked at in our own cockpit. */
export const builtin: HostKind = {
  name: 'builtin',
  open: async () => {
    const house = await aHouse()
    await house.desk.setSolo(true)
    return { house, there: atOurs(house), leeway: await house.open({ policy: 'jobs/guided', onHold: 'throw' }) }
  },
}

function atOurs(house: House): There {
  const { pulls } = house.desk
  const view = async () => pulls.read((await pulls.list()).rows[0]!.id)
  const newest = async (): Promise<Seen> => {
    const { pull, checkpoint } = await view()
    return { head: pull.head, content_hash: checkpoint?.content_hash ?? '' }
  }
  return {
    approve: async (seen) => {
      const { pull } = await view()
      await pulls.submit({ pull: pull.id, ...(seen ?? (await newest())), answer: 'approve' })
    },
    requestChanges: async (text, about) => {
      const { pull } = await view()
      const lines = (await pulls.file(pull.id, { path: 'plan.md' })).text?.split('\n') ?? []
      const place = { path: 'plan.md', side: 'new', kind: 'lines', first: about.line, last: about.line } as const
      const anchor = { ...place, quote: [lines[about.line - 1] ?? ''], before: [], after: [] }
      const id = ThreadId.parse('t1')
      const thread = { id, kind: 'blocking', text: about.text, suggestion: null, anchor } as const
      await pulls.submit({ pull: pull.id, ...(await newest()), answer: 'request_changes', text, threads: [thread] })
    },
    resolve: async () => {
      await pulls.talk({ pull: (await view()).pull.id, thread: ThreadId.parse('t1'), do: 'resolve' })
    },
    push: async (text) => {
      const { pull } = await view()
      await pulls.commit({ pull: pull.id, head: pull.head, changes: { 'plan.md': text } })
    },
    answers: async () => (await view()).threads.flatMap(({ answers }) => answers.map((answer) => answer.text)),
    arrive: async () => undefined,
    git: (...args) => {
      const folder = join(house.root, '.leeway', 'repositories')
      return gitNow([`--git-dir=${join(folder, readdirSync(folder)[0] ?? '')}`, ...args]).toString()
    },
    branch: (name) => name,
  }
}

/** Pull requests that are shown on a forge, and looked at there. */
export function onForge(face: Face): HostKind {
  return {
    name: face.forge,
    open: async () => {
      const standIn = await aStandIn(face)
      const forge = {
        ...{ kind: face.forge, url: standIn.url, repository: 'house/tools', token: { $secret: 'FORGE_TOKEN' } },
        ...{ people: { 'ada-there': 'ada' }, poll_seconds: 3600 },
      }
      const house = await aHouse({ 'leeway.yaml': JSON.stringify({ forge }) })
      await house.desk.setSolo(true)
      const secrets = (name: string) => (name === 'FORGE_TOKEN' ? BOT.token : undefined)
      const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw', secrets })
      const context = await openContext({ root: house.root, secrets, tellHolds: false })
      onTestFinished(() => context.store.close())
      const keeper = new ForgeKeeper(context, context.forge!)
      return { house, leeway, there: atForge(standIn, () => keeper.look()) }
    },
  }
}

function atForge({ state }: Awaited<ReturnType<typeof aStandIn>>, look: () => Promise<unknown>): There {
  const arrive = async () => {
    await look()
  }
  const branch = () => state.pull(1)?.branch ?? ''
  return {
    approve: async (seen) => {
      state.review(1, 'ada-there', { answer: 'approve', ...(seen && { commit: seen.head }) })
      await arrive()
    },
    requestChanges: async (text, about) => {
      const comments = [{ path: 'plan.md', last: about.line, text: about.text }]
      state.review(1, 'ada-there', { answer: 'request_changes', text, comments })
      await arrive()
    },
    resolve: async () => {
      const [first] = state.comments
      if (first !== undefined) first.resolvedBy = 'ada-there'
      await arrive()
    },
    push: async (text) => {
      state.git.commit(branch(), { 'plan.md': text }, 'Mine')
      await arrive()
    },
    answers: async () => state.comments.filter(({ login }) => login === BOT.login).map(({ text }) => text),
    arrive,
    git: (...args) => state.git.git(args),
    branch: (name) => branch().replace(/[^/]+$/, name),
  }
}
