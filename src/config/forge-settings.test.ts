import { expect, test } from 'vitest'
import type { AppError } from '../model/errors.ts'
import { aProject } from '../testing/project.ts'
import { openWorkplace } from './workplace.ts'

const FORGE = {
  kind: 'gitea',
  url: 'https://git.example.org',
  repository: 'house/tools',
  token: { $secret: 'FORGE_TOKEN' },
}

async function read(forge: unknown) {
  const root = await aProject({ 'leeway.yaml': `forge: ${JSON.stringify(forge)}\n` })
  return (await openWorkplace(root, {})).project?.value.forge
}

test('a forge that is left to the usual looks twice a minute at its main, and knows nobody', async () => {
  expect(await read(FORGE)).toEqual({ ...FORGE, main: 'main', people: {}, poll_seconds: 30 })
})

test('the address of GitHub may be left out, that of another forge may not', async () => {
  const { url: _url, ...rest } = FORGE
  expect(await read({ ...rest, kind: 'github' })).not.toHaveProperty('url')
  await expect(read(rest)).rejects.toThrow('url')
})

test.for([
  ['a token that stands there itself', { token: 'frg_0123456789' }],
  ['an address that is not safe', { url: 'http://git.example.org' }],
  ['an address with a password', { url: 'https://ann:secret@git.example.org' }],
  ['a repository without an owner', { repository: 'work' }],
  ['a repository that leads elsewhere', { repository: '../work' }],
  ['a kind that nobody knows', { kind: 'gitlab' }],
  ['a look every second', { poll_seconds: 1 }],
  ['a key that nobody knows', { tokn: 'x' }],
] as const)('%s is refused with its place', async ([, wrong]) => {
  await expect(read({ ...FORGE, ...wrong })).rejects.toMatchObject({
    problems: [{ file: expect.stringContaining('leeway.yaml'), line: 1 }],
  })
})

test.for([
  ['an address that is not safe', { url: 'http://git.example.org' }],
  ['an address that is missing', { url: undefined }],
] as const)('%s is told together with all other mistakes', async ([, wrong]) => {
  const error = await read({ ...FORGE, ...wrong, repository: 'work', poll_seconds: 1, tokn: 'x' }).catch(
    (thrown) => thrown,
  )
  const paths = (error as AppError).problems.map(({ path }) => path)
  expect(paths.toSorted()).toEqual(['/forge/poll_seconds', '/forge/repository', '/forge/tokn', '/forge/url'])
})

test.for(['frg_0123456789', { $secret: 'frg_0123456789' }])(
  'a token that was written into the file as %j is not repeated in the error',
  async (token) => {
    const error = await read({ ...FORGE, token }).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ code: 'invalid_input' })
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('frg_0123456789')
  },
)
