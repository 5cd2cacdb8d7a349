import { type Desk, type Hall, openDesk, openHall, type Reception } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import { openServer, type RunningServer, type ServeOptions } from '../../open-server.ts'
import type { DemoAgent } from '../demo/demo-agent.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { examineForge } from '../person/examine-forge.ts'
import { purposeText } from '../person/purpose-text.ts'
import { isTerminal, readKey } from '../person/terminal.ts'
import { credentialsFor, findKept } from '../person/with-desk.ts'
import { type Page, pageOf } from '../text/page.ts'
import { spelled } from '../text/spelled.ts'
import { fitted, tell } from '../text/tell.ts'
import { keepPort, lastPort } from '../up/last-port.ts'
import { LiveSummary } from '../up/live-summary.ts'
import { hasDesktop, openBrowser } from '../up/open-browser.ts'
import { refuseBlindTls } from '../up/refuse-blind-tls.ts'
import { addressIn, mostHeldIn } from '../up/serve-options.ts'
import { type DemoOptions, refuseBoth, wantsDemo } from '../up/wants-demo.ts'
import { signIn } from './login.ts'

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  proxy: { type: 'string' },
  name: { type: 'string', multiple: true },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'most-held': { type: 'string' },
  'no-open': { type: 'boolean' },
  demo: { type: 'boolean' },
  'no-demo': { type: 'boolean' },
} as const

/** `leeway up`: serves this folder to agents and to people's browsers. */
export const command: Command = {
  help: `leeway up [--port N] [--most-held N] [--no-open] [--demo | --no-demo]
leeway up --host ADDRESS (--tls-cert FILE --tls-key FILE | --proxy https://NAME) [--name NAME …]

Serves this folder: agents on any machine ask here, and people answer in their browsers. Prints a link that signs you
in, once. In a terminal it shows how things stand until you press q. Where nobody has joined yet, you do. Where nothing
has happened yet it offers a demo: a scripted agent reaches every kind of gate, is held, and goes on when answered.

  --port       where it listens; 0 for any that is free. Left out it is that of the last time, at first 7317, or any
               where that is taken
  --host       an address of this machine that others can reach; only with a certificate or behind a proxy
  --tls-cert   the certificate, and --tls-key its key, as PEM files
  --proxy      the address of the proxy before it that speaks TLS, as browsers see it
  --name       another name under which browsers reach it
  --most-held  how many checkpoints one agent or service may have open at once (100000)
  --no-open    do not open a browser
  --demo       with the demo, unasked; --no-demo without it

Example:  leeway up`,
  run: async (args, io) => {
    const { values } = parseOptions(args, { options: OPTIONS })
    refuseBoth(values)
    refuseBlindTls(io)
    const root = findKept(io.folder) ?? io.folder
    const last = lastPort(root)
    const address = await addressIn(values, { io, last })
    const mostHeld = mostHeldIn(values['most-held'])
    const hall = await openHall(root)
    const { token, withDemo } = await askFirst(hall, values, { io, root })
    const summary: { live?: LiveSummary } = {}
    const say = (text: string) => (summary.live ? summary.live.say(fitted(text, io)) : tell(io.stdout, text))
    const showCode = isTerminal(io) ? codeShower(say, pageOf(io)) : null
    const report = (what: string, error: unknown) => void io.stderr.write(`${reportLine(what, error)}\n`)
    for (const { ok, detail } of await examineForge(io, root)) if (!ok) io.stderr.write(`leeway: ${harmless(detail)}\n`)
    const server = await openServer({ root, ports: hall.ports, address, mostHeld, showCode, report })
    let demo: DemoAgent | undefined
    try {
      if (withDemo) demo = await startDemo(root, (text) => say(spelled(text, io)))
      demo?.ended.catch((error: unknown) => report('The demo broke off', error))
      const before = values.host === undefined && values.proxy === undefined ? keptPort(root, server) : undefined
      return await attend(server, {
        io,
        root,
        token,
        say,
        summary,
        withDemo,
        before,
        opens: values['no-open'] !== true,
      })
    } finally {
      await demo?.close().catch(() => undefined)
      await server.close()
    }
  },
}

/** Keeps the port for the next time. Gives that of the last time, where that was another one. */
function keptPort(root: string, { url }: RunningServer): number | undefined {
  const [before, port] = [lastPort(root), Number(new URL(url).port)]
  keepPort(root, port)
  return before === port ? undefined : before
}

async function startDemo(root: string, say: (text: string) => void): Promise<DemoAgent> {
  const { openDemo } = await import('../demo/demo-agent.ts')
  return openDemo({ root, say: (text) => say(harmless(text)) })
}

interface Attending {
  readonly io: Io
  readonly root: string
  readonly token: string | undefined
  readonly say: (text: string) => void
  readonly summary: { live?: LiveSummary }
  readonly withDemo: boolean
  /** The port that the server had the last time, where that was another one. */
  readonly before: number | undefined
  readonly opens: boolean
}

type Asked = Pick<Attending, 'token' | 'withDemo'>

/** Who starts it, and whether with the demo. Whoever has not signed in is not asked; they may still say so. */
async function askFirst(
  { reception }: Hall,
  options: DemoOptions,
  { io, root }: Pick<Attending, 'io' | 'root'>,
): Promise<Asked> {
  try {
    // A folder that nobody has joined is joined by whoever starts the server.
    if (await reception.isEmpty()) await signIn(reception, {}, { io, root })
    const token = await tokenFor(reception, root, io)
    if (token === undefined) return { token, withDemo: options.demo === true }
    return { token, withDemo: await wantsDemo(options, await reception.desk(token), io) }
  } catch (error) {
    await reception.close()
    throw error
  }
}

async function attend(server: RunningServer, attending: Attending): Promise<ExitCode> {
  const { io, token, say, withDemo, before, opens } = attending
  // Before anybody is told that it runs, and may end it.
  const signal = untilSignal()
  say(`Leeway is running at ${server.url}`)
  if (before !== undefined)
    say(
      spelled(
        `The last time that was port ${before}. Clones of jobs look there, until each is told: leeway clone JOB FOLDER`,
        io,
      ),
    )
  if (!server.hasLocalhost) say('Another program answers to localhost at this port, so do not open that name.')
  if (token === undefined) say(spelled('You have not signed in here, so there is no link for you: leeway login', io))
  else await giveLink(server, { ...attending, token, opens: opens && isTerminal(io) && hasDesktop(io) })
  if (withDemo) say('A scripted agent is at work, in jobs that are marked “Demo”. It waits for your answers.')
  if (!isTerminal(io) || token === undefined) {
    await signal
    return EXIT.fine
  }
  const desk = await openDesk({ root: attending.root, credentials: async () => token })
  try {
    await attendTerminal(server, desk, { ...attending, token, signal })
  } finally {
    await desk.close()
  }
  return EXIT.fine
}

type SignedIn = Attending & { readonly token: string }

type Attended = SignedIn & { readonly signal: Promise<undefined> }

async function attendTerminal(server: RunningServer, desk: Desk, attending: Attended): Promise<void> {
  const { io, summary, signal } = attending
  const live = new LiveSummary(io, desk, server.streams)
  summary.live = live
  live.open()
  try {
    for (;;) {
      const key = await readKey(io, signal)
      if (QUIT.has(key)) return
      if (key === 'l' || key === 'L') await giveLink(server, { ...attending, opens: false })
    }
  } finally {
    live.close()
    delete summary.live
  }
}

const QUIT = new Set(['q', 'Q', '\u0003', '\u0004', '\u001b'])

async function giveLink(server: RunningServer, { token, say, opens }: SignedIn): Promise<void> {
  const link = await server.signInLink(token)
  say(`Sign in: ${link}`)
  say('It works once, within ten minutes.')
  if (opens) openBrowser(link)
}

async function tokenFor(reception: Reception, root: string, io: Io): Promise<string | undefined> {
  const names = await reception.names()
  try {
    return await credentialsFor(root, io)(names)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_authorised') return undefined
    throw error
  }
}

type Show = NonNullable<ServeOptions['showCode']>

function codeShower(say: (text: string) => void, page: Page): Show {
  return ({ code, person, for: what }) => {
    const { text, detail } = purposeText(what)
    say(
      `${page.paint('bold', code)} proves that ${harmless(person)} is here, to ${text} ` +
        `${page.paint('dim', `(${detail}five minutes, once)`)}`,
    )
  }
}

function reportLine(what: string, error: unknown): string {
  return `leeway: ${what}${error instanceof Error && error.stack !== undefined ? `\n${error.stack}` : ''}`
}

function untilSignal(): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  process.once('SIGINT', () => resolve(undefined)).once('SIGTERM', () => resolve(undefined))
  return promise
}
