import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Rate } from '../rate.ts'

const PROGRAMS = {
  decide: [pathOf('../../src/cli/main.ts'), 'decide'],
  echo: [pathOf('./echo.ts')],
} as const

const REPORT_USE = new URL('./report-use.ts', import.meta.url).href
const NEWLINE = 10
const KILOBYTES = 1024

/** What one run of a program over a whole file took. */
export interface Pumped extends Rate {
  readonly peakMegabytes: number
}

/** Runs a program over a file as a shell would, start and end included, with a reader at its end. */
export async function pump(program: keyof typeof PROGRAMS, file: string): Promise<Pumped> {
  const start = performance.now()
  const { result: lines, use } = await run(program, file, countLines)
  return {
    perSecond: (lines / (performance.now() - start)) * 1_000,
    perCpuSecond: (lines / (use.userCPUTime + use.systemCPUTime)) * 1_000_000,
    peakMegabytes: use.maxRSS / KILOBYTES,
  }
}

/** The answers of a program to the lines of a file. */
export async function answersOf(program: keyof typeof PROGRAMS, file: string): Promise<readonly string[]> {
  const { result } = await run(program, file, buffer)
  return result.toString('utf8').trimEnd().split('\n')
}

async function run<Result>(
  program: keyof typeof PROGRAMS,
  file: string,
  read: (output: Readable) => Promise<Result>,
): Promise<{ result: Result; use: NodeJS.ResourceUsage }> {
  await using input = await open(file)
  const child = spawn(process.execPath, ['--import', REPORT_USE, ...PROGRAMS[program]], {
    stdio: [input.fd, 'pipe', 'inherit', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [result, use] = await Promise.all([read(child.stdout as Readable), text(child.stdio[3] as Readable)])
  const code = await ended
  if (code !== 0) throw new Error(`${PROGRAMS[program].join(' ')} ended with ${code}.`)
  return { result, use: JSON.parse(use) }
}

async function countLines(output: Readable): Promise<number> {
  let lines = 0
  for await (const chunk of output as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++
  }
  return lines
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}
