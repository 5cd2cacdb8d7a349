import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { aFolder } from '../../src/testing/folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The folder in which somebody starts it, and where their own configuration lies. */
export interface Place {
  readonly folder: string
  readonly home: string
}

/** The process of the README's command. */
export interface Started {
  readonly url: string
  readonly link: string
  /** Everything that it has printed until now. */
  readonly said: () => string
  /** Ends it as a power cut would. */
  readonly killAtOnce: () => Promise<void>
}

/** A scratch folder for somebody who starts. */
export function aPlace(): Place {
  return { folder: aFolder(), home: aFolder() }
}

/** Runs what `npm start` runs, in a folder and on a port of its own, until it says where it is. */
export async function start({ folder, home }: Place, port = '0'): Promise<Started> {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const [node, main = '', ...args] = scripts.start.split(' ')
  if (node !== 'node') throw new Error(`npm start is no longer a plain call of node: ${scripts.start}`)
  const child = spawn(process.execPath, [join(ROOT, main), ...args, '--port', port], {
    cwd: folder,
    env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: home, NO_COLOR: '1', USER: 'ada' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const killAtOnce = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(killAtOnce)
  const said = await collect(child, ended)
  const [, url = ''] = /running at (\S+)/.exec(said()) ?? []
  const [, link = ''] = /Sign in: (\S+)/.exec(said()) ?? []
  return { url, link, said, killAtOnce }
}

/** What a process prints, from when it has given the link. */
async function collect(child: ChildProcess, ended: Promise<void>): Promise<() => string> {
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const take = (chunk: Buffer) => {
    said += String(chunk)
    if (said.includes('Sign in: ')) resolve()
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  void ended.then(() => reject(new Error(`It ended: ${said}`)))
  await promise
  return () => said
}
