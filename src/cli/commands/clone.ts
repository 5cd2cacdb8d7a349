import { spawn } from 'node:child_process'
import { type Desk, findServer, type ListedPull } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { fullId } from '../person/full-id.ts'
import { keptRoot, withDesk } from '../person/with-desk.ts'
import { serverFor } from '../person/with-server.ts'
import { beforePush } from '../pull/before-push.ts'
import { howToWork } from '../pull/how-to-work.ts'
import {
  type CloneFrom,
  gitPath,
  hasBranch,
  helperSettings,
  type KnownClone,
  knownClone,
  setAnew,
} from '../pull/known-clone.ts'
import { fitText } from '../text/fit-text.ts'
import { pageOf } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'
import { wrongCall } from '../wrong-call.ts'

/** `leeway clone`: the files of a job, to read, change and push. */
export const command: Command = {
  help: `leeway clone JOB [FOLDER]

Clones the repository of a job from the server of this folder, which has to be running: leeway up. What you push to a
branch that is under review joins the review. Git asks Leeway for your token whenever it needs it, so that none is
written into the clone. Which branch is under review, how to push to it and who approves what you push is said at the
end: whoever pushes has a part in it.

Where FOLDER is a clone of the job already, it is left as it is and told where the server is by now: when git can no
longer reach an address, because the server took another port, say the same once more.

Example:  leeway clone job_x3 plan && cd plan && git switch phase-2-strategic`,
  run: async (args, io) => {
    const { positionals } = parseOptions(args, { options: {}, allowPositionals: true })
    const [given, folder, another] = positionals
    if (given === undefined || another !== undefined) throw wrongCall('Which job? leeway clone JOB [FOLDER]')
    await serverFor(io)
    const url = (await findServer(keptRoot(io.folder))) ?? ''
    return withDesk(io, async (desk) => {
      const job = await fullId.job(desk, given)
      const place = folder ?? job
      const from = { url, address: `${url}${gitPath(job)}`, helper: helperOf(io) }
      const known = await knownClone(io, place, job)
      if (known !== undefined) io.stdout.write(`${await movedTo(io, known, from)}\n`)
      const code = known === undefined ? await clone(io, from, place) : EXIT.fine
      if (code === EXIT.fine) {
        const { rows } = await desk.pulls.list({ job })
        const page = pageOf(io)
        const before = await toldBeforePush(desk, rows)
        io.stdout.write(
          `${[howToWork(known === undefined ? await withLeftOut(io, place, rows) : rows, place, page), ...before.flatMap((text) => fitText(page.spell(text), page.width))].join('\n')}\n`,
        )
      }
      return code
    })
  },
}

/** Which of them the server could give. */
function withLeftOut(io: Io, place: string, rows: readonly ListedPull[]) {
  return Promise.all(rows.map(async (row) => ({ ...row, isLeftOut: !(await hasBranch(io, place, row.branch)) })))
}

/** Who approves what is pushed then, said once for all branches of which it is the same. */
async function toldBeforePush(desk: Desk, rows: readonly ListedPull[]): Promise<readonly string[]> {
  const views = await Promise.all(rows.map(({ id }) => desk.pulls.read(id)))
  const told = await Promise.all(views.map((view) => beforePush(desk, view)))
  return [...new Set(told.flatMap((one) => one?.text ?? []))]
}

async function movedTo(io: Io, known: KnownClone, from: CloneFrom): Promise<string> {
  await setAnew(io, known, from)
  const before = known.address === from.address ? '' : ` Before, that was ${harmless(known.address)}.`
  const said = `${harmless(known.folder)} is a clone of it already, and now fetches from and pushes to ${from.address}.${before}`
  return wrap(said, pageOf(io).width).join('\n')
}

/** The helper is kept in the clone's own settings, so that fetch and push work there too; what it gives is never kept. */
function helperOf(io: Io): string {
  const [node, main] = [process.execPath, process.argv[1] ?? '']
  return `!${[node, main].map(quoted).join(' ')} git-credential --root ${quoted(keptRoot(io.folder))}`
}

function clone(io: Io, from: CloneFrom, folder: string): Promise<ExitCode> {
  const settings = helperSettings(from).flatMap(([name, value]) => ['--config', `${name}=${value}`])
  // Whatever somebody's own settings call it: what is said of the clone, and what finds it once more, call it so.
  const args = ['clone', '--origin', 'origin', ...settings, '--', from.address, folder]
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, {
      cwd: io.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...io.environment, GIT_TERMINAL_PROMPT: '0' },
    })
    child.stdout.on('data', (text) => io.stdout.write(String(text)))
    child.stderr.on('data', (text) => io.stderr.write(String(text)))
    child.on('error', (cause) => reject(new AppError('git_missing', [], { cause })))
    child.on('close', (code) => resolve(code === 0 ? EXIT.fine : EXIT.failed))
  })
}

/** As a shell of git's own reads it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
