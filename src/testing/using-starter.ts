import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Starter } from '../workspace/process/starter.ts'

/** A process with an open program behind a starter. It tells the numbers of both, and ends when its input does. */
const starter = new Starter()
const start = (script: string) => starter.start({ path: '/bin/sh', args: ['-c', script], cwd: '/', env: {} })
while (!starter.isReady) await text(start('true').stdout)
const parent = (await text(start('echo $PPID').stdout)).trim()
const waiting = start('echo $$; exec cat')
const [own] = (await once(waiting.stdout, 'data')) as [Buffer]
waiting.keepAlive(false)
process.stdout.write(`${parent} ${own.toString().trim()}\n`)
process.stdin.resume()
