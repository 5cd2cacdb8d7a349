import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { mustRun } from '../../scripts/run-tool.ts'
import type { Effort } from '../effort.ts'
import { progress } from '../progress.ts'
import { FLOOR, median, OURS, type Row } from '../result.ts'

/** What people install; the sources would be read slower. */
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
/** What a start has compiled, for the next. */
const COMPILED = fileURLToPath(new URL('../../dist/cli/compiled', import.meta.url))
const WORKLOADS = ['help', 'up', 'up, the first time'] as const
/** Ticks of the processor's clock, as Linux counts them for a process. */
const TICK_MS = 10

/** What it costs to be there: the help, and a server until its first answer, beside a Node that does nothing. */
export async function benchStart(effort: Effort): Promise<readonly Row[]> {
  progress('start: building what is published')
  mustRun('node', 'scripts/build.ts')
  const samples = {
    empty: [] as number[],
    help: [] as number[],
    up: [] as number[],
    'up, the first time': [] as number[],
  }
  for (let round = 1; round <= effort.rounds * 2; round += 1) {
    progress(`start: round ${round} of ${effort.rounds * 2}`)
    samples.empty.push(await useOf(['-e', '0']))
    samples.help.push(await useOf([MAIN, '--help']))
    rmSync(COMPILED, { recursive: true, force: true })
    samples['up, the first time'].push(await useUntilAnswer())
    samples.up.push(await useUntilAnswer())
  }
  const floor = median(samples.empty)
  const row = (workload: string, contender: string, all: readonly number[]): Row => ({
    path: 'start',
    workload,
    contender,
    answers: contender === FLOOR ? 'a Node that does nothing' : 'as it is published',
    value: median(all),
    unit: 'CPU ms',
    ofFloor: floor / median(all),
    spread: [floor / Math.max(...all), floor / Math.min(...all)],
  })
  return WORKLOADS.flatMap((workload) => [row(workload, FLOOR, samples.empty), row(workload, OURS, samples[workload])])
}

/** Runs Node to its end; the process itself says what it has used. */
async function useOf(args: readonly string[]): Promise<number> {
  const report = `process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('use '+(user+system)/1000)})`
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(report)}`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  await once(child, 'close')
  return Number(/use ([\d.]+)/.exec(said)?.[1])
}

/** Starts the server in a new folder, asks it until it answers, and reads what it has used by then. */
async function useUntilAnswer(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'leeway-bench-'))
  const home = mkdtempSync(join(tmpdir(), 'leeway-bench-home-'))
  const env = { PATH: process.env['PATH'], XDG_CONFIG_HOME: home, USER: 'bench' }
  const child = spawn(process.execPath, [MAIN, 'up', '--port', '0'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    await fetch(`${await addressIn(child.stdout)}/v1/health`)
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
    rmSync(home, { recursive: true, force: true })
  }
}

/** The address that a server prints; what it prints afterwards is read as well, because it would end otherwise. */
async function addressIn(output: Readable): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let said = ''
  output.on('data', (chunk) => {
    said += chunk
    const [, url] = /running at (\S+)\n/.exec(said) ?? []
    if (url !== undefined) resolve(url)
  })
  return promise
}
