import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTodos } from '../../src/sdk/artifacts/todos-file.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { gitNow } from '../../src/testing/git-now.ts'
import { aHouse, type House } from '../../src/testing/house.ts'

const PLAN = { number: 1, type: 'strategic', title: 'The plan' } as const
const WORK = { number: 2, type: 'tactical', title: 'The work' } as const
const LATER = { number: 3, type: 'strategic', title: 'What comes' } as const
const READ = 'Read the contract and note its dates'
const WRITE = 'Write the summary of the contract'

/** What git says of the repository of a job. */
function git(house: House, ...args: string[]): string {
  const folder = join(house.root, '.leeway', 'repositories')
  const [name = ''] = readdirSync(folder)
  return gitNow([`--git-dir=${join(folder, name)}`, ...args]).toString()
}

const names = (house: House, at: string) => git(house, 'ls-tree', '-r', '--name-only', at).trim().split('\n')
const todosAt = (house: House, at: string) => readTodos(Buffer.from(git(house, 'show', at)))
const nothing: PhaseWork = async () => ({})

/** Runs phases one after the other, each with its work, where nobody looks. */
async function ran(house: House, phases: readonly (readonly [typeof PLAN | typeof WORK | typeof LATER, PhaseWork])[]) {
  const leeway = await house.open({ policy: 'jobs/full' })
  const program = leeway.program({ name: 'work', version: '1' }, async (job) => {
    for (const [phase, work] of phases) await job.phase(phase, work)
  })
  return leeway.start(program, { key: 'a', input: null })
}

test('todos are planned in one phase, done in the next, archived when that is over, and the rest is carried over', async () => {
  const house = await aHouse()
  await ran(house, [
    [
      PLAN,
      async (workspace) => {
        await workspace.step('plan', (files) =>
          files.todos.plan(WORK, [{ text: READ, priority: 'high' }, { text: WRITE }]),
        )
        return { description: 'Two things are to be done.' }
      },
    ],
    [
      WORK,
      async (workspace) => {
        await workspace.step('read', async ({ todos }) => {
          await todos.start('todo_1')
          await todos.finish('todo_1', 'It ends in May.')
          await todos.start('todo_2')
        })
        return { description: 'The contract is read.' }
      },
    ],
    [LATER, nothing],
  ])
  expect(git(house, 'log', '--format=%s', 'main')).toBe('What comes\nThe work\nThe plan\nBegin\n')
  expect(await todosAt(house, 'main~2:todos.yaml')).toMatchObject({
    phase: { number: 2 },
    todos: [{ text: READ, status: 'pending', priority: 'high' }, { text: WRITE }],
  })
  expect((await todosAt(house, 'main~1:todos.yaml')).todos).toMatchObject([
    { status: 'completed', notes: ['It ends in May.'] },
    { status: 'in_progress' },
  ])
  expect((await todosAt(house, 'main:archive/phase-2-tactical/todos.yaml')).todos).toMatchObject([
    { status: 'completed' },
    { status: 'in_progress' },
  ])
  expect(await todosAt(house, 'main:todos.yaml')).toMatchObject({
    phase: { number: 3 },
    todos: [{ id: 'todo_2', text: WRITE, status: 'pending' }],
  })
  const left = git(house, 'show', 'main:archive/phase-2-tactical/retrospective.md')
  expect(left).toMatch(/^# The work\n\nThe contract is read\.\n\nMerged as [0-9a-f]{12} at \S+\.\n$/)
  // A phase that is not over yet has left nothing.
  expect(names(house, 'main~2').filter((name) => name.startsWith('archive/'))).toEqual([])
})

test('whoever plans the next phase from a list of their own keeps what was done in the archive', async () => {
  const house = await aHouse()
  await ran(house, [
    [
      PLAN,
      async (workspace) => {
        await workspace.step('own', (files) => files.todos.add({ text: 'Look at what the person gave us' }))
        await workspace.step('plan', async ({ todos }) => {
          await todos.finish('todo_1')
          await todos.plan(WORK, [{ text: READ }])
        })
        return {}
      },
    ],
  ])
  expect((await todosAt(house, 'main:archive/phase-1-strategic/todos.yaml')).todos).toMatchObject([
    { status: 'completed' },
  ])
  expect(await todosAt(house, 'main:todos.yaml')).toMatchObject({ phase: { number: 2 }, todos: [{ text: READ }] })
})

test('a list for a phase that comes is left as it is by those before it', async () => {
  const house = await aHouse()
  await ran(house, [
    [
      PLAN,
      async (workspace) => {
        await workspace.step('plan', (files) => files.todos.plan(LATER, [{ text: READ }]))
        return {}
      },
    ],
    [WORK, nothing],
  ])
  expect(await todosAt(house, 'main:todos.yaml')).toMatchObject({ phase: { number: 3 }, todos: [{ text: READ }] })
  expect(names(house, 'main').filter((name) => name.startsWith('archive/'))).toEqual([])
})

test('a list that nobody can read stops no phase, and the agent is told its line when it reads it', async () => {
  const house = await aHouse()
  const told: unknown[] = []
  const run = await ran(house, [
    [
      PLAN,
      async (workspace) => {
        await workspace.step('write', (files) =>
          files.write('todos.yaml', 'phase: { number: 1, type: strategic }\ntodos: none\n'),
        )
        return {}
      },
    ],
    [
      WORK,
      async (workspace) => {
        told.push(await workspace.todos.read().catch((error) => error.problems))
        return {}
      },
    ],
  ])
  expect(run).toMatchObject({ status: 'completed' })
  expect(told).toMatchObject([[{ file: 'todos.yaml', line: 2, message: '"none" is not an array.' }]])
})

test('workspace.md says how free the job is, and says so anew where that has changed', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'work', version: '1' }, async (job) => {
    await job.phase(PLAN, async (workspace) => {
      await workspace.step('remember', async (files) =>
        files.write('workspace.md', `${await files.read('workspace.md')}\nWe learned much.\n`),
      )
      return {}
    })
    await job.phase(WORK, nothing)
  })
  const run = await leeway.start(program, { key: 'a', input: null, title: 'The contract' })
  const at = (branch: string) => git(house, 'show', `${branch}:workspace.md`)
  expect(at('phase-1-strategic')).toMatch(
    /^# The contract\n\nAgent: scout\nAutonomy: guided; a person looks after: initial_strategic, strategic, completion\nPolicy: sha256:\S+\n\nWe learned much\.\n$/,
  )
  await (await leeway.job({ key: 'a' })).tighten('jobs/dependent')
  await house.answerAll({ answer: 'approve' })
  await leeway.resume(run.job)
  expect(at('phase-2-tactical')).toMatch(
    /Autonomy: dependent; a person looks after: initial_strategic, strategic, tactical, completion\n/,
  )
  expect(at('phase-2-tactical')).toContain('We learned much.')
})

test('every tool of the program and of a rule has a page that says what becomes of a call, and none once it is gone', async () => {
  const house = await aHouse()
  const rules = [
    { match: { tool: 'send_mail' }, then: 'ask', because: 'Letters go out in our name.' },
    { match: { tool: 'shell', args: { command: 'rm *' } }, then: 'deny' },
    { match: { tool: 'Read*' }, then: 'allow' },
  ] as const
  const leeway = await house.open({ policy: { preset: 'jobs/full', rules: [...rules] } })
  const tools = [
    { name: 'send_mail', about: 'Sends a letter.', args: { to: 'Whom it is for.' } },
    { name: 'Read:File' },
  ]
  const body = async (job: Parameters<Parameters<typeof leeway.program>[1]>[0]) => {
    await job.phase(PLAN, async (workspace) => {
      await workspace.step('own', (files) => {
        files.write('tools/mine.md', 'By hand.\n')
        files.write(
          'tools/gone.md',
          `${'<!-- Written by Leeway from the program and the policy; changes are lost. -->'}\n`,
        )
      })
      return {}
    })
    await job.phase(WORK, nothing)
  }
  await leeway.start(leeway.program({ name: 'work', version: '1', tools }, body), { key: 'a', input: null })
  const page = git(house, 'show', 'main:tools/send_mail.md')
  expect(page).toContain('# send_mail\n\nSends a letter.\n\n## Arguments\n\n- "to": Whom it is for.\n')
  expect(page.match(/A person is asked/g)).toHaveLength(1)
  expect(page).toContain('## May it be called?\n\nA person is asked, because ')
  expect(
    git(house, 'show', `main:${names(house, 'main').find((name) => name.startsWith('tools/read-file-'))}`),
  ).toContain('Yes. The agent goes on')
  expect(page).toContain('- ask: Letters go out in our name.')
  expect(git(house, 'show', 'main:tools/shell.md')).toContain('- deny where "command" match')
  const own = names(house, 'main').filter((name) => name.startsWith('tools/'))
  const readFile = expect.stringMatching(/^tools\/read-file-[0-9a-f]{8}\.md$/)
  expect(own).toEqual(['tools/mine.md', readFile, 'tools/send_mail.md', 'tools/shell.md'])
})

test('results go to output, what a phase leaves to its archive, and no name leads out of there', async () => {
  const house = await aHouse()
  const refused: string[] = []
  await ran(house, [
    [
      PLAN,
      async (workspace) => {
        await workspace.step('write', (files) => {
          files.output('report.md', '# Done\n')
          files.output('data/raw.bin', Uint8Array.of(0, 255))
          files.archive('notes.md', 'What we tried.\n')
          for (const name of [
            '../plan.md',
            '/etc/passwd',
            'a/../../x',
            '',
            '.git/config',
            'C:\\x',
            'a\u202eb.md',
            'x\ny',
          ]) {
            try {
              files.output(name, 'x')
            } catch (error) {
              refused.push((error as Error).message)
            }
          }
        })
        return {}
      },
    ],
  ])
  expect(names(house, 'main')).toEqual([
    'archive/phase-1-strategic/notes.md',
    'output/data/raw.bin',
    'output/report.md',
    'workspace.md',
  ])
  expect(refused).toHaveLength(8)
  expect(refused[0]).toBe(
    '"../plan.md" is no name for a file in output/. A path is relative, with "/" between names, and without "." and "..".',
  )
})
