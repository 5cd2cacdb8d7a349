import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { run } from '../../testing/fake-io.ts'
import { COMMANDS } from '../commands.ts'

test.for(['bash', 'zsh', 'fish'])('%s can complete every command', async (shell) => {
  const { out, code } = await run(['completion', shell])
  expect(code).toBe(0)
  for (const name of COMMANDS.keys()) expect(out).toContain(name)
})

test('the script for bash is sound, and completes', async () => {
  const { out } = await run(['completion', 'bash'])
  const ask = 'COMP_WORDS=(leeway che); COMP_CWORD=1; _leeway; echo "${COMPREPLY[@]}"'
  expect(execFileSync('bash', ['-c', `${out}\n${ask}`], { encoding: 'utf8' })).toBe('checkpoints\n')
  const verb = 'COMP_WORDS=(leeway audit ve); COMP_CWORD=2; _leeway; echo "${COMPREPLY[@]}"'
  expect(execFileSync('bash', ['-c', `${out}\n${verb}`], { encoding: 'utf8' })).toBe('verify\n')
  const pull = 'COMP_WORDS=(leeway pr li); COMP_CWORD=2; _leeway; echo "${COMPREPLY[@]}"'
  expect(execFileSync('bash', ['-c', `${out}\n${pull}`], { encoding: 'utf8' })).toBe('list\n')
})

test.for(['checkpoints', 'jobs', 'grants', 'pr'])(
  'the options of %s are completed from its help, to watch it too',
  async (name) => {
    expect((await run(['help', name])).out).toMatch(/--watch\b/)
  },
)

test('an unknown shell is told with the known ones', async () => {
  expect((await run(['completion', 'csh'])).code).toBe(2)
  expect((await run(['completion'])).err).toContain('bash, zsh, fish')
})
