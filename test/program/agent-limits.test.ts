import { expect, test } from 'vitest'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { aHouse } from '../../src/testing/house.ts'
import { PLAN } from '../../src/testing/plan-work.ts'
import { git, held, ref, review } from './held-plan.ts'

const MB = 1024 * 1024
const DONE = { description: 'Done.' }

test('a file that a push would be refused for fails the job with the reason, and neither main nor the branch has it', async () => {
  const house = await aHouse()
  const work: PhaseWork = async (workspace) => {
    await workspace.step('begin', (files) => files.write('a.md', 'one\n'))
    await workspace.step('write', (files) => files.write('big.bin', new Uint8Array(300 * MB)))
    return DONE
  }
  const { run } = await held(house, work, 'jobs/full')
  const message = expect.stringMatching(/^big\.bin: It has 300 MB, and a file has at most 50 MB\./)
  expect(run).toMatchObject({ status: 'failed', error: { message } })
  expect(git(house, 'log', '--format=%s', 'main')).toBe('Begin\n')
  expect(git(house, 'log', '-1', '--format=%s', 'phase-1-strategic')).toBe('begin\n')
})

// biome-ignore format: a table
const REFUSED: readonly (readonly [string, string | Uint8Array])[] = [
  ['big.bin', new Uint8Array(51 * MB)], ['a\ud800b.md', 'x'], ['a.md', 'x\ud800'], ['../a.md', 'x'], ['k.md', `ghp_${'a1B2'.repeat(9)}`],
  ['n.md', 3 as never],
]

test.for(REFUSED)(
  'a program catches that %j is refused and goes on, without anything of that step',
  async ([path, content]) => {
    const house = await aHouse()
    const work: PhaseWork = async (workspace) => {
      const tried = workspace.step('try', (files) => {
        files.write('beside.md', 'one\n')
        files.write(path, content)
      })
      const { code, details } = await tried.then(
        () => expect.unreachable(),
        (error) => error,
      )
      expect({ code, of: details.code }).toEqual({
        code: 'step_failed',
        of: expect.stringMatching(/^invalid_input$|^literal_secret$/),
      })
      expect(await workspace.read('beside.md')).toBeUndefined()
      await workspace.step('go on', (files) => files.write('plan.md', 'one\n'))
      return DONE
    }
    const { run } = await held(house, work, 'jobs/full')
    expect(run).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
    expect(git(house, 'ls-tree', '-r', '--name-only', 'main')).toBe('plan.md\nworkspace.md\n')
  },
)

test('what is written between steps goes with the next one, and is kept where that is refused, also when that is read again', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  let times = 0
  const program = leeway.program(ref('work'), (job) =>
    job.phase(PLAN, async (workspace) => {
      times++
      workspace.write('kept.md', 'one\n')
      await workspace
        .step('fail', (files) => {
          files.write('kept.md', 'two\n')
          files.write('../a', '')
        })
        .catch(() => undefined)
      workspace.write('plan.md', 'one\n')
      await workspace.step('first', () => undefined)
      await workspace.step('second', (files) => files.write('plan.md', 'two\n'))
      // The program is left here, and all before is read again.
      await job.gate({ kind: 'completion' }, { name: 'ready' })
      return DONE
    }),
  )
  const { job } = await leeway.start(program, { key: 'a', input: null })
  await house.answerAll({ answer: 'approve' })
  expect(await leeway.resume(job)).toMatchObject({ status: 'held' })
  expect(times).toBe(2)
  expect(git(house, 'show', 'phase-1-strategic:plan.md')).toBe('two\n')
  expect(git(house, 'show', 'phase-1-strategic:kept.md')).toBe('one\n')
  const subjects = git(house, 'log', '--reverse', '--format=%s', 'main..phase-1-strategic').trim().split('\n')
  expect(subjects.slice(1)).toEqual(['Before fail', 'first', 'second'])
})

test('where what was written before a step can not be committed, its error says so, and the program goes on without both', async () => {
  const house = await aHouse()
  const said: string[] = []
  const work: PhaseWork = async (workspace) => {
    workspace.write('../a', '')
    await workspace
      .step('write', (files) => files.write('plan.md', 'one\n'))
      .catch(({ message, details }) => said.push(details.code, message))
    await workspace.step('write again', (files) => files.write('plan.md', 'two\n'))
    return DONE
  }
  const { run } = await held(house, work, 'jobs/full')
  expect(run).toMatchObject({ status: 'completed' })
  const both = 'It was written before the step, and is dropped together with what the step wrote.'
  expect(said).toEqual(['invalid_input', expect.stringMatching(new RegExp(`^\\.\\./a: .*${both}$`))])
  expect(git(house, 'show', 'main:plan.md')).toBe('two\n')
})

test('a step whose own work fails takes nothing along that was written before it, also when that is read again', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program(ref('work'), (job) =>
    job.phase(PLAN, async (workspace) => {
      workspace.write('notes.md', 'kept\n')
      const busy = () => Promise.reject(new Error('429'))
      await workspace.step('ask a model', busy).catch(() => undefined)
      // The program is left here, and all before is read again.
      await job.gate({ kind: 'completion' }, { name: 'ready' })
      await workspace.step('write', (files) => files.write('plan.md', 'one\n'))
      return DONE
    }),
  )
  const { job } = await leeway.start(program, { key: 'a', input: null })
  await house.answerAll({ answer: 'approve' })
  expect(await leeway.resume(job)).toMatchObject({ status: 'held' })
  expect(git(house, 'show', 'phase-1-strategic:notes.md')).toBe('kept\n')
})

test('steps that run at once commit each its own, and one that fails takes nothing of the other along', async () => {
  const house = await aHouse()
  const work: PhaseWork = async (workspace) => {
    const good = workspace.step('good', async (files) => {
      files.write('plan.md', 'one\n')
      await bad
    })
    const bad = workspace
      .step('bad', (files) => {
        files.write('beside.md', 'one\n')
        throw new Error('No.')
      })
      .catch(() => undefined)
    await good
    return DONE
  }
  await held(house, work, 'jobs/full')
  expect(git(house, 'show', 'main:plan.md')).toBe('one\n')
  expect(git(house, 'ls-tree', '-r', '--name-only', 'main')).not.toContain('beside.md')
})

test.for([{ title: '\u001b[31mred' }, { description: 'half \ud83d of one' }])(
  'a program catches that its words %j are refused, and none of them reach a commit',
  async (words) => {
    const house = await aHouse()
    const leeway = await house.open({ policy: 'jobs/full' })
    const program = leeway.program({ name: 'plan', version: '1' }, async (job) => {
      const work: PhaseWork = async (workspace) => {
        await workspace.step('write', (files) => files.write('plan.md', 'one\n'))
        return words
      }
      return job.phase(PLAN, work).catch(({ details, message }) => ({ of: details.code, message }))
    })
    const message = expect.stringMatching(/^The (title|description) .* Remove it/)
    const run = await leeway.start(program, { key: 'may', input: null })
    expect(run).toMatchObject({ status: 'completed', result: { of: 'invalid_input', message } })
    expect(git(house, 'log', '--format=%s', 'main')).toBe('Begin\n')
  },
)

/** More text than can be shown at once, and a little beside it. */
const muchText: PhaseWork = async (workspace) => {
  const text = `${'x'.repeat(1023)}\n`.repeat(4 * 1024)
  await workspace.step('write', (files) => {
    files.write('plan.md', 'one\n')
    for (const at of [1, 2, 3, 4, 5]) files.write(`data/${at}.txt`, text)
  })
  return DONE
}

test('invariant 22: more text than can be shown at once is held, and approved by who has looked at what is left out', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house, muchText)
  expect(run).toMatchObject({ status: 'held' })
  const { unshown } = await house.desk.pulls.read(pull!.id)
  expect(unshown.map((file) => [file.path, file.unshown])).toEqual([
    ['data/4.txt', 'excess'],
    ['data/5.txt', 'excess'],
  ])
  const shown = (await house.desk.pulls.diff(pull!.id)).files
  expect(shown.filter(({ hunks }) => hunks.length > 0).map(({ path }) => path)).toEqual([
    'data/1.txt',
    'data/2.txt',
    'data/3.txt',
    'plan.md',
    'workspace.md',
  ])
  await expect(review(house, pull!.id, { answer: 'approve' })).rejects.toMatchObject({ code: 'unseen_files' })
  await house.desk.pulls.markFiles(pull!.id, Object.fromEntries(unshown.map(({ path, hash }) => [path, hash])))
  await review(house, pull!.id, { answer: 'approve' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(git(house, 'ls-tree', '-r', '--name-only', 'main')).toContain('data/5.txt')
})

test('where nobody looks at the work, however much text of it is merged', async () => {
  const house = await aHouse()
  const { run } = await held(house, muchText, 'jobs/full')
  expect(run).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
})

test('what a person adds beyond what can be shown is a round like any other', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { pull } = await held(house)
  const changes = Object.fromEntries(
    [1, 2, 3, 4, 5].map((at) => [`${at}.txt`, `${'x'.repeat(1023)}\n`.repeat(4 * 1024)]),
  )
  await house.desk.pulls.commit({ pull: pull!.id, head: pull!.head, changes })
  const { pull: after, unshown } = await house.desk.pulls.read(pull!.id)
  expect(after.round).toBe(2)
  expect(unshown).toHaveLength(2)
})

test('a step with which a phase would change more files than can be named is refused, and what was done before is offered', async () => {
  const house = await aHouse()
  const folder = `${'é'.repeat(120)}/`.repeat(16)
  const many = (workspace: Parameters<PhaseWork>[0], from: number) =>
    workspace.step(`from ${from}`, (files) => {
      for (let at = from; at < from + 600; at += 1) files.write(`${folder}${at}.md`, 'x\n')
    })
  const work: PhaseWork = async (workspace) => {
    await many(workspace, 0)
    const error = await many(workspace, 600).catch((caught) => caught)
    expect(error).toMatchObject({ details: { code: 'invalid_input' } })
    return { description: error.message }
  }
  const { run } = await held(house, work, 'jobs/full')
  expect(run).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(git(house, 'log', '-1', '--format=%b', 'main')).toContain('go on in the next phase')
  expect(git(house, 'diff', '--shortstat', 'main~1', 'main')).toContain('601 files changed')
})
