import { tooOld } from '../config/node-version.ts'
import { failClosed } from './hook/fail-closed.ts'
import { EXIT, type ExitCode, type Io } from './io.ts'
import { runCli } from './run-cli.ts'
import { standardInput } from './standard-input.ts'

// An agent takes most ways in which its hook can end for a yes, so a hook has one way out that is an answer.
const isHook = process.argv[2] === 'hook'
if (isHook) failClosed(process)
const failed = isHook ? EXIT.blocked : EXIT.failed

// Before any command is loaded: the database would end an old Node without a word.
const outdated = tooOld(process.versions.node)
if (outdated !== undefined) {
  process.stderr.write(`${outdated}\n`)
  process.exit(failed)
}

const io: Io = {
  // Opened by the command that uses it: most do not.
  get stdin() {
    return standardInput()
  },
  get stderr() {
    return process.stderr
  },
  stdout: process.stdout,
  environment: process.env,
  folder: process.cwd(),
}

// A reader that has seen enough, such as `head`, closes the pipe: that is no failure. An agent that did not hear an answer has none.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' && !isHook ? EXIT.fine : failed),
)

// Until there is an answer, also where nothing is left that could bring one.
process.exitCode = failed
void runCli(process.argv.slice(2), io).then((code: ExitCode) => {
  process.exitCode = code
  // Nothing that is still open may keep an agent from its answer: it would give up, and go on.
  if (isHook) process.stdout.write('', () => process.exit(code))
})
