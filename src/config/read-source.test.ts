import { execFile } from 'node:child_process'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSource, readSource } from './read-source.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leeway-read-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

test('a YAML file gives its value, its warnings and where its keys stand', async () => {
  const path = await write('policy.yaml', '\ufeff# \u202e\npreset: jobs/full\n')
  const source = await readSource(path)
  expect(source).toMatchObject({ path, value: { preset: 'jobs/full' }, warnings: [{ file: path, line: 1 }] })
  expect(source.locate('/preset')).toEqual({ line: 2, column: 1 })
})

test('a JSON file gives the same, tabs and all', async () => {
  const source = await readSource(await write('policy.json', '{\n\t"preset": "jobs/full"\n}\n'))
  expect(source).toMatchObject({ value: { preset: 'jobs/full' }, warnings: [] })
  expect(source.locate('/preset')).toEqual({ line: 2, column: 2 })
})

test('a name that says nothing is read as JSON when it begins like JSON', async () => {
  expect((await readSource(await write('policy', ' {"a": null}'))).value).toEqual({ a: null })
  expect((await readSource(await write('policy.txt', 'a: b'))).value).toEqual({ a: 'b' })
})

test.for([
  ['bad.yaml', 'a: 1\nb: *x\n', 'bad_yaml', 2, 4],
  ['twice.yml', 'a: 1\na: 2\n', 'duplicate_key', 2, 1],
  ['bad.json', '{\n  "a": 1,\n  "a": 2}', 'duplicate_key', 3, 3],
  ['open.JSON', '{\n  "a": 1', 'bad_json', 2, 9],
  ['empty.yaml', '', 'bad_yaml', 1, 1],
] as const)('%s is refused with file, line and column', async ([name, text, code, line, column]) => {
  const path = await write(name, text)
  await expect(readSource(path)).rejects.toMatchObject({
    code: 'invalid_input',
    problems: [{ code, file: path, line, column }],
  })
})

test('bytes that are not UTF-8 are refused', async () => {
  const path = await write('latin.yaml', Buffer.from('a: 1\nb: \xe9\n', 'latin1'))
  await expect(readSource(path)).rejects.toMatchObject({
    code: 'unreadable_file',
    problems: [{ code: 'bad_encoding', file: path, line: 2 }],
  })
})

test('a file of 50 MB is refused by its size', async () => {
  const path = await write('huge.yaml', 'a: 1\n')
  await truncate(path, 50 * 1024 * 1024)
  await expect(readSource(path)).rejects.toMatchObject(tooLarge(path))
})

test('a file of exactly 1 MiB is read and one byte more is not', async () => {
  const text = `{"a": "${'x'.repeat(1024 * 1024 - 9)}"}`
  expect((await readSource(await write('full.json', text))).path).toContain('full.json')
  await expect(readSource(await write('over.json', `${text} `))).rejects.toMatchObject({ code: 'unreadable_file' })
  await expect(parseSource('-', Buffer.from(`${text} `))).rejects.toThrow('1 MiB')
})

test('an endless device is refused after the limit', async () => {
  await expect(readSource('/dev/zero')).rejects.toMatchObject(tooLarge('/dev/zero'))
})

test('a pipe is read to its end', async () => {
  const path = join(folder, 'pipe.yaml')
  await promisify(execFile)('mkfifo', [path])
  const [source] = await Promise.all([readSource(path), writeFile(path, 'a: 1\n')])
  expect(source.value).toEqual({ a: 1 })
})

test('an endless pipe is refused after the limit', async () => {
  const path = join(folder, 'endless.yaml')
  await promisify(execFile)('mkfifo', [path])
  const writing = writeFile(path, 'a'.repeat(3 * 1024 * 1024)).catch(() => 'the reader hung up')
  await expect(readSource(path)).rejects.toMatchObject(tooLarge(path))
  expect(await writing).toBe('the reader hung up')
})

test('a missing file suggests the nearest name in its folder', async () => {
  await write('guarded.yaml', 'a: 1\n')
  await expect(readSource(join(folder, 'gaurded.yaml'))).rejects.toMatchObject({
    code: 'unreadable_file',
    message: expect.stringContaining('Did you mean "guarded.yaml"?'),
    problems: [{ code: 'unreadable_file', file: join(folder, 'gaurded.yaml') }],
  })
})

test.for([
  ['a missing folder', 'nowhere/policy.yaml', 'Check the path'],
  ['a folder', '.', 'is a folder'],
  ['a path through a file', 'guarded.yaml/x', 'cannot be read'],
  ['a name with a NUL', 'a\0b', 'cannot be read'],
] as const)('%s is refused with a reason', async ([, name, words]) => {
  await write('guarded.yaml', 'a: 1\n')
  const failure = expect.objectContaining({ code: 'unreadable_file', message: expect.stringContaining(words) })
  await expect(readSource(`${folder}/${name}`)).rejects.toEqual(failure)
})

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

function tooLarge(file: string): object {
  return { code: 'unreadable_file', problems: [{ code: 'too_large', file, message: expect.stringContaining('1 MiB') }] }
}
