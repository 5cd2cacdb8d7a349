import { spawnSync } from 'node:child_process'
import { openSync, readSync, writeSync } from 'node:fs'
import type { Asked, Said } from './git-now.ts'

/** A small process that runs git for tests, one after the other. It ends with whoever asks. */
const [ask = '', answer = ''] = process.argv.slice(2)
const asked = openSync(ask, 'r')
const said = openSync(answer, 'w')

/** So many bytes; nothing where nobody asks any more. */
function read(length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; ) {
    const got = readSync(asked, bytes, at, length - at, null)
    if (got === 0) return undefined
    at += got
  }
  return bytes
}

function write(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(said, bytes, at)
}

for (let head = read(4); head !== undefined; head = read(4)) {
  const { args, cwd, env, input } = JSON.parse(String(read(head.readUInt32BE()))) as Asked
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd,
    env,
    input: Buffer.from(input, 'base64'),
    maxBuffer: 64 * 1024 * 1024,
  })
  const told: Said = { status, out: stdout?.toString('base64') ?? '', err: error ? String(error) : String(stderr) }
  const bytes = Buffer.from(JSON.stringify(told))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  write(Buffer.concat([length, bytes]))
}
