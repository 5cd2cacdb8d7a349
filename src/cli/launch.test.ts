import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { aFolder } from '../testing/folder.ts'
import { CompiledFiles } from './launch.ts'

/** Long enough to be worth keeping. */
const PADDING = Array.from({ length: 2000 }, (_, n) => `function unused${n}() { return ${n} }`).join('\n')

/** A folder with two files, of which the first asks the second what to say. */
function aCommand(word = 'hello') {
  const root = aFolder()
  const command = { folder: root, kept: join(root, 'compiled'), large: join(root, 'large.js') }
  writeFileSync(join(root, 'first.js'), `exports.say = () => require('./large.js').say(__filename)`)
  writeFileSync(command.large, `const { basename } = require('node:path')\n${textOf(word)}`)
  return command
}

function textOf(word: string): string {
  return `exports.say = (file) => '${word} ' + basename(file) + (function () { return '!' })()\n${PADDING}`
}

/** Starts it in a process of its own, because V8 remembers within one what it has compiled. There, everybody may write what it makes. */
async function start({ folder, kept }: ReturnType<typeof aCommand>): Promise<string> {
  const program = `
    process.umask(0)
    const { CompiledFiles } = await import(${JSON.stringify(new URL('./launch.ts', import.meta.url))})
    const files = new CompiledFiles(...${JSON.stringify([folder, kept])})
    process.stdout.write(files.load('first.js').say())
    files.keep()`
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])).stdout
}

/** Which file it is: one that is written anew is another. */
const keptFile = ({ kept }: ReturnType<typeof aCommand>) => statSync(join(kept, 'large.js')).ino

test('what was compiled of a large file is kept once, and used by the next start', async () => {
  const command = aCommand()
  expect(await start(command)).toBe('hello first.js!')
  expect(readdirSync(command.kept)).toEqual(['large.js'])
  const before = keptFile(command)
  expect(await start(command)).toBe('hello first.js!')
  expect(keptFile(command)).toBe(before)
})

test('nobody but its owner may write what is run', async () => {
  const command = aCommand()
  await start(command)
  for (const path of [command.kept, join(command.kept, 'large.js')]) expect(statSync(path).mode & 0o022).toBe(0)
})

test('a function that a start has called is kept with the file', async () => {
  const command = aCommand()
  await start(command)
  const called = readFileSync(join(command.kept, 'large.js')).length
  const other = aCommand()
  const files = new CompiledFiles(other.folder, other.kept)
  files.load('large.js')
  files.keep()
  expect(called).toBeGreaterThan(readFileSync(join(other.kept, 'large.js')).length)
})

/** Ways in which what is kept is not what this process would have written. */
const SPOILED: Readonly<Record<string, (kept: Buffer, source: Buffer) => Buffer>> = {
  'of another V8': (kept, source) => sealed(kept.subarray(0, -4).fill(0xab, 4, 8), source),
  'with a byte changed': (kept) => kept.fill(kept[1000]! ^ 0xff, 1000, 1001),
  'cut off': (kept) => kept.subarray(0, 500),
  empty: () => Buffer.alloc(0),
}

/** A whole file, as somebody else would write it. */
function sealed(compiled: Buffer, source: Buffer): Buffer {
  const seal = Buffer.alloc(4)
  seal.writeUInt32LE(crc32(compiled, crc32(source)))
  return Buffer.concat([compiled, seal])
}

test.for(Object.entries(SPOILED))('what is kept %s is not used, and is made anew', async ([, spoil]) => {
  const command = aCommand()
  await start(command)
  const file = join(command.kept, 'large.js')
  writeFileSync(file, spoil(readFileSync(file), readFileSync(command.large)))
  const before = keptFile(command)
  expect(await start(command)).toBe('hello first.js!')
  expect(keptFile(command)).not.toBe(before)
  const mended = keptFile(command)
  await start(command)
  expect(keptFile(command)).toBe(mended)
})

test('a file that was changed is run as it is now, also where it is as long as before', async () => {
  const command = aCommand('hello')
  await start(command)
  writeFileSync(command.large, readFileSync(command.large, 'utf8').replace('hello', 'other'))
  expect(await start(command)).toBe('other first.js!')
  expect(await start(command)).toBe('other first.js!')
})

test('where nothing can be kept, a command runs all the same and leaves nothing behind', async () => {
  const command = aCommand()
  writeFileSync(command.kept, 'A file stands where the folder would be.')
  expect(await start(command)).toBe('hello first.js!')
  expect(readdirSync(command.folder).sort()).toEqual(['compiled', 'first.js', 'large.js'])
})

test('several that start at once run, and leave one whole file', async () => {
  const command = aCommand()
  const said = await Promise.all(Array.from({ length: 4 }, () => start(command)))
  expect(new Set(said)).toEqual(new Set(['hello first.js!']))
  expect(readdirSync(command.kept)).toEqual(['large.js'])
  const before = keptFile(command)
  expect(await start(command)).toBe('hello first.js!')
  expect(keptFile(command)).toBe(before)
})

test('a file that fails is run again by whoever asks next', () => {
  const { folder, kept } = aCommand()
  const files = new CompiledFiles(folder, kept)
  expect(() => files.load('not-there-yet.js')).toThrow('not-there-yet.js')
  writeFileSync(join(folder, 'not-there-yet.js'), `throw new Error('not yet')`)
  expect(() => files.load('not-there-yet.js')).toThrow('not yet')
  writeFileSync(join(folder, 'not-there-yet.js'), `exports.ready = true`)
  expect(files.load('not-there-yet.js')).toEqual({ ready: true })
  expect(files.load('not-there-yet.js')).toBe(files.load('not-there-yet.js'))
})
