#!/usr/bin/env node
import { EXIT, type ExitCode, type Io } from './io.ts'
import { tooOld } from './node-version.ts'
import { runCli } from './run-cli.ts'
import { standardInput } from './standard-input.ts'

// Before any command is loaded: the database would end an old Node without a word.
const outdated = tooOld(process.versions.node)
if (outdated !== undefined) {
  process.stderr.write(`${outdated}\n`)
  process.exit(EXIT.failed)
}

const io: Io = {
  // Opened by the command that reads it: most do not.
  get stdin() {
    return standardInput()
  },
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  folder: process.cwd(),
}

// A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.fine : EXIT.failed),
)

const code: ExitCode = await runCli(process.argv.slice(2), io)
process.exitCode = code
