import { basename } from 'node:path'
import { AppError } from '../../model/errors.ts'
import { askCall } from '../hook/ask-call.ts'
import { askCanary, CANARY_TOOL } from '../hook/canary.ts'
import { type ClaudeCall, readCall } from '../hook/claude/read-call.ts'
import { writeAnswer } from '../hook/claude/write-answer.ts'
import type { HookAnswer } from '../hook/hook-call.ts'
import { DEFAULT_WAIT_SECONDS, type HookOptions, readHookOptions } from '../hook/hook-options.ts'
import { openGate } from '../hook/open-gate.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { readStdin } from '../read-stdin.ts'
import { reportError } from '../report-error.ts'

/** `leeway hook`: gates the tool calls of agents that have hooks. */
export const command: Command = {
  help: `leeway hook claude --install [--user | --local] [--agent NAME] [--wait SECONDS] [--url URL [--proxy]]
                  [--on-hold ask]
leeway hook claude --uninstall [--user | --local]
leeway hook claude [--root FOLDER | --url URL [--proxy]] [--agent NAME] [--wait SECONDS] [--on-hold ask]

Gates every tool call of Claude Code. --install writes the hook into the settings of the project in this folder, and
leaves everything else there alone; \`leeway doctor\` then tries it. Claude Code runs the third form itself, with the call
on standard input. A held call waits for a person; if nobody answers in time it is refused, stays held, and takes
the answer up when exactly the same call is made again. Everything that goes wrong refuses the call (exit code 2).

  --user       the settings of all your projects;  --local: of this project, for you alone
  --root       the folder in which people answer;  --url: the server, with the agent's token in LEEWAY_TOKEN
  --proxy      a proxy or a VPN encrypts the way to an http:// address of another machine, which is refused otherwise
  --agent      the name under which it asks and has its policy; \`claude\` when left out
  --wait       how long a held call waits; ${DEFAULT_WAIT_SECONDS} seconds when left out
  --on-hold    \`ask\` lets Claude Code ask in its own dialog, where nothing is recorded of the answer

Example:  leeway hook claude --install`,
  run: async (args, io) => {
    try {
      const options = readHookOptions(args)
      if (options.settings !== undefined) {
        const { changeSettings } = await import('../hook/claude/change-settings.ts')
        return await changeSettings(options, io)
      }
      return await answer(options, io)
    } catch (error) {
      reportError(error, 'hook', io)
      return EXIT.blocked
    }
  },
}

/** How much longer than a held call anything may take: opening a busy store, or a server that does not answer. */
const SPARE_MS = 20_000

/** Every way out of here that is no answer ends in the code that blocks, in time. */
async function answer(options: HookOptions, io: Io): Promise<ExitCode> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new AppError('timed_out', [], { message: LATE })),
    leftMs(options) + SPARE_MS,
  )
  try {
    return await Promise.race([answerCall(options, io), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const LATE = 'There is no answer in time, so the call may not run.'

/** The time that passed since this process began counts too: whoever started it is counting already. */
function leftMs({ waitSeconds }: HookOptions): number {
  return Math.max(0, waitSeconds * 1000 - performance.now())
}

async function answerCall(options: HookOptions, io: Io): Promise<ExitCode> {
  const call = readCall(await readStdin(io))
  const gates = await openGate(options, io)
  let answered: HookAnswer
  try {
    answered = call.tool === CANARY_TOOL ? await askCanary(gates, call) : await ask(call, options, gates)
  } finally {
    await gates.close()
  }
  io.stdout.write(`${writeAnswer(answered, call)}\n`)
  return EXIT.fine
}

async function ask(call: ClaudeCall, options: HookOptions, gates: Awaited<ReturnType<typeof openGate>>) {
  const job = await gates.job({ key: `claude:${call.session}`, title: `Claude Code in ${basename(call.cwd)}` })
  return askCall(job, call, {
    waitMs: leftMs(options),
    onHold: options.asks && ASKING_MODES.has(call.mode) ? 'ask' : 'wait',
  })
}

/** The modes in which Claude Code is known to ask a person; in the others a question might be answered by itself. */
const ASKING_MODES: ReadonlySet<string> = new Set(['default', 'acceptEdits', 'plan'])
