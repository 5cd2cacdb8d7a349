import { appendFileSync, writeSync } from 'node:fs'
import { openLeeway } from '../../src/compose.ts'
import { HOUSE_POLICY } from '../../src/testing/house-policy.ts'
import { lanesProgram } from './lanes-program.ts'
import { letterProgram } from './letter-program.ts'

/** Runs the program of the tests in a folder, and is killed at a named point, if that comes. */
const [root = '', effects = '', point = '', nth = '1', which = 'letter'] = process.argv.slice(2)

let left = Number(nth)
const leeway = await openLeeway({
  root,
  agent: 'scout',
  policy: HOUSE_POLICY,
  crashPoint: (at) => {
    if (at === point && --left === 0) process.kill(process.pid, 'SIGKILL')
  },
})
const program = which === 'lanes' ? lanesProgram : letterProgram
const letter = program(leeway, (line) => appendFileSync(effects, `${line}\n`))
try {
  const run = await leeway.start(letter, { key: 'letter', input: 'Bob' })
  writeSync(1, JSON.stringify(run))
} finally {
  await leeway.close()
}
