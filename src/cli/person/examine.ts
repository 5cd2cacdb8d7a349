import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { howToMend, KEPT, webhooksOf } from '../../compose.ts'
import { tooOld } from '../../config/node-version.ts'
import { openWorkplace } from '../../config/workplace.ts'
import { inspectKept, inspectKeptRepositories, leftLocksIn, verifyKept, verifyKeptRows } from '../../look-after.ts'
import { counted } from '../../model/counted.ts'
import { AppError } from '../../model/errors.ts'
import { examineHook } from '../hook/claude/examine-hook.ts'
import type { Io } from '../io.ts'
import { mistakesIn } from '../validate/mistakes-in.ts'
import { CredentialBox, isOpenToOthers } from './credentials.ts'
import { examineForge } from './examine-forge.ts'
import { examinePeople } from './examine-people.ts'
import type { Finding } from './finding.ts'
import { refuseInsideWorkspace } from './refuse-inside-workspace.ts'
import { moreText, rowsText } from './verify-audit.ts'
import { keptRoot } from './with-desk.ts'

/** Looks at everything that has to be in order, and changes nothing but the log, in which a try of a hook stands. */
export async function examine(io: Io): Promise<readonly Finding[]> {
  const { root, nothing } = placeOf(io.folder)
  const outdated = tooOld(process.versions.node)
  return [
    { check: 'node', ok: outdated === undefined, detail: outdated ?? `This is Node ${process.versions.node}.` },
    await tried('configuration', 'Every file is sound.', () => refuseUnsound(root ?? io.folder, io)),
    ...(await examineForge(io, root ?? io.folder)),
    ...(root === undefined ? [nothing] : await examineKept(root, io)),
    ...(await examineCredentials(io, root ?? io.folder)),
    ...(await examineHook(io)),
  ]
}

/** Whatever opening refuses, or a gate would: a preset that nobody knows is found out only when a policy is made of it. */
async function refuseUnsound(folder: string, io: Io): Promise<void> {
  const [first, ...more] = await mistakesIn(folder)
  if (first === undefined) {
    await openWorkplace(folder, io.environment)
    return
  }
  const place = first.file === undefined ? '' : `${relative(folder, first.file)}${first.line ? `:${first.line}` : ''}: `
  const others = more.length === 0 ? '' : ` And ${counted(more.length, 'more mistake', 'more mistakes')}.`
  throw new Error(`${place}${first.message}${others} All that is wrong: leeway validate ${folder}`)
}

type Place =
  | { readonly root: string; readonly nothing?: undefined }
  | { readonly root?: undefined; readonly nothing: Finding }

/** Where something is kept, or that nothing is. That it was lost, or is closed to this user, is worse than that nothing is. */
function placeOf(folder: string): Place {
  try {
    return { root: keptRoot(folder) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code !== 'not_found') {
      const check = error.code === 'not_a_database' ? 'database' : 'folder'
      return { nothing: { check, ok: false, detail: `${error.message} ${error.details['next'] ?? ''}` } }
    }
    const detail = `Nothing is kept in ${folder} or above. An agent that opens Leeway here, or \`leeway login\`, begins.`
    return { nothing: { check: 'folder', ok: true, detail } }
  }
}

async function examineKept(root: string, io: Io): Promise<readonly Finding[]> {
  const files = inspectKept(root)
  const readable = files.every(({ check, ok }) => ok || (check !== 'database' && check !== 'integrity'))
  const settled = files.every(({ check, ok }) => ok || check !== 'restored')
  return [
    { check: 'folder', ok: true, detail: `What is kept lies in ${join(root, KEPT)}.` },
    ...files,
    ...(readable ? await examineLog(root) : []),
    ...(readable && settled ? await examineRepositories(root) : []),
    ...(await examineLocks(root)),
    // Whoever opens a store that was restored settles it, and looking changes nothing.
    ...(readable && settled ? await examinePeople(root, io) : []),
    ...(await examineWebhooks(root)),
    ...(files.some(({ check }) => check === 'clock') ? [] : [await clock(root)]),
  ]
}

/** Nobody else would notice that somebody is told nothing. */
async function examineWebhooks(root: string): Promise<readonly Finding[]> {
  const { damaged } = await webhooksOf(root).list()
  return damaged.map(({ id, path }) => {
    return { check: 'webhook', ok: false, detail: `${path} is damaged, and told nothing. ${howToMend(id)}` }
  })
}

async function examineLog(root: string): Promise<readonly Finding[]> {
  try {
    const reports = await verifyKept(root, {})
    const logs = reports.map((report) => {
      const detail = report.ok
        ? `the log (${counted(report.events, 'event')}) is as it was written.`
        : `${report.message}${moreText(report.others.length + report.more)}`
      return { check: 'log', ok: report.ok, detail: `${report.tenant}: ${detail}` }
    })
    const rows = verifyKeptRows(root)
    return [...logs, { check: 'rows', ok: rows.ok, detail: rowsText(rows) }]
  } catch (error) {
    return [{ check: 'log', ok: false, detail: messageOf(error) }]
  }
}

async function examineRepositories(root: string): Promise<readonly Finding[]> {
  try {
    const found = await inspectKeptRepositories(root)
    const broken = found.filter(({ wrong }) => wrong !== undefined)
    if (broken.length === 0) {
      const detail =
        found.length === 0
          ? 'No job has a repository yet.'
          : `${counted(found.length, 'repository was', 'repositories were')} read to the last object.`
      return [{ check: 'repository', ok: true, detail }]
    }
    return broken.map(({ job, folder, wrong }) => ({
      check: 'repository',
      ok: false,
      detail: `${job}, in ${folder}: ${wrong}`,
    }))
  } catch (error) {
    return [{ check: 'repository', ok: false, detail: messageOf(error) }]
  }
}

/** Nothing moves what is locked, and git never takes away what a killed git has left behind. */
async function examineLocks(root: string): Promise<readonly Finding[]> {
  return (await leftLocksIn(root)).map(({ file, since, isLeft }) => {
    if (!isLeft) {
      const detail = `${file} is a lock of git's since ${since.toISOString()}. Another git may be at work there: look again in a minute.`
      return { check: 'lock', ok: true, notice: true, detail }
    }
    const detail = `${file} is a lock of git's since ${since.toISOString()}, and nothing that it locks is changed while it is there. Make sure that no git runs in that repository, and delete the file.`
    return { check: 'lock', ok: false, detail }
  })
}

const TOLERATED_MS = 60_000

/** A clock that was set back would judge deadlines wrongly. */
async function clock(root: string): Promise<Finding> {
  const folder = join(root, KEPT)
  const now = Date.now()
  let newest = 0
  for (const name of await readdir(folder)) newest = Math.max(newest, (await stat(join(folder, name))).mtimeMs)
  const ok = newest <= now + TOLERATED_MS
  const detail = ok
    ? `It is ${new Date(now).toISOString()}.`
    : `It is ${new Date(now).toISOString()}, but something was written at ${new Date(newest).toISOString()}.`
  return { check: 'clock', ok, detail }
}

async function examineCredentials(io: Io, root: string): Promise<readonly Finding[]> {
  const { folder } = new CredentialBox(io.environment)
  const place = await tried('token', `Tokens lie in ${folder}, outside of every workspace.`, () =>
    refuseInsideWorkspace(folder, root),
  )
  if (!existsSync(folder)) return [place]
  const open: string[] = []
  for (const name of await readdir(folder)) if (await isOpenToOthers(join(folder, name))) open.push(name)
  const detail =
    open.length === 0 ? 'Nobody else can read them.' : `Others can read ${open.join(', ')}: chmod 600 them.`
  return [place, { check: 'token', ok: open.length === 0, detail }]
}

async function tried(check: string, fine: string, work: () => Promise<unknown>): Promise<Finding> {
  try {
    await work()
    return { check, ok: true, detail: fine }
  } catch (error) {
    return { check, ok: false, detail: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
