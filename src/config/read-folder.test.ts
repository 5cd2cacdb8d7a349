import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aProject } from '../testing/project.ts'
import { readFolder } from './read-folder.ts'

test('every YAML and JSON file below the folder has its name, and other files are left alone', async () => {
  const root = await aProject({
    'a.yaml': 'x: 1\n',
    'team/b.yml': 'x: 1\n',
    'c.json': '{}',
    'notes.txt': '',
    'README.md': '',
    '.gitkeep': '',
    '.a.yaml': ': broken',
    '.old/a.yaml': ': broken',
  })
  expect((await readFolder(root)).map(({ name }) => name)).toEqual(['a', 'c', 'team/b'])
})

test('a folder that is not there holds no files', async () => {
  const root = await aProject({})
  expect(await readFolder(join(root, 'leeway/agents'))).toEqual([])
})

test('a link to a file is read like the file', async () => {
  const root = await aProject({ 'shared/coder.yaml': 'about: Codes.\n', 'agents/.gitkeep': '' })
  await symlink(join(root, 'shared/coder.yaml'), join(root, 'agents/coder.yaml'))
  expect(await readFolder(join(root, 'agents'))).toMatchObject([
    { name: 'coder', source: { value: { about: 'Codes.' } } },
  ])
})

test.for([
  ['an extension in capitals', { 'agents/debugger.YAML': '' }, ['debugger.YAML', 'Rename it to "debugger.yaml"']],
  ['two files of one name', { 'agents/coder.yaml': '', 'agents/coder.yml': '' }, ['coder.yaml', 'coder.yml']],
  ['a file in the place of the folder', { agents: '' }, ['Move that file away']],
] as const)('%s is refused with the way out', async ([, files, words]) => {
  const root = await aProject(files as Record<string, string>)
  const reading = readFolder(join(root, 'agents'))
  await expect(reading).rejects.toMatchObject({ name: 'AppError', code: 'unreadable_file' })
  for (const word of words) await expect(reading).rejects.toThrow(word)
})

test.for([
  ['a link to nothing', 'agents/coder.yaml', 'nowhere', 'leads nowhere'],
  ['a link to a folder', 'agents/team', '.', 'link to a folder'],
  ['a device', 'agents/coder.yaml', '/dev/null', 'not a plain file'],
] as const)('%s is refused, because what it means would be lost', async ([, link, target, words]) => {
  const root = await aProject({ 'agents/.gitkeep': '' })
  await symlink(target, join(root, link))
  await expect(readFolder(join(root, 'agents'))).rejects.toMatchObject({
    code: 'unreadable_file',
    problems: [{ file: join(root, link), message: expect.stringContaining(words) }],
  })
})

test.for(['leeway', 'leeway/agents'])('a folder %s that links to nothing is not an absent folder', async (link) => {
  const root = await aProject(link === 'leeway' ? {} : { 'leeway/.gitkeep': '' })
  await symlink('nowhere', join(root, link))
  await expect(readFolder(join(root, 'leeway/agents'))).rejects.toThrow('leads nowhere')
})
