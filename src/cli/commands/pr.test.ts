import { expect, onTestFinished, test } from 'vitest'
import { openDesk, type PhaseWork } from '../../compose.ts'
import { PullId } from '../../model/ids.ts'
import { aDeskFolder } from '../../testing/desk-folder.ts'
import { PLAN, planWork } from '../../testing/plan-work.ts'

/** Somebody who works alone, and an agent whose plan waits for them. */
async function aPlan() {
  const { person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login', '--solo', '--yes'])
  const leeway = await agent({ policy: 'jobs/guided' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) =>
    job.phase(PLAN, planWork('one\ntwo\u202e\nthree\n')),
  )
  const { job } = await leeway.start(program, { key: 'a', input: null })
  return { ada, leeway, job }
}

const headOf = async (ada: Awaited<ReturnType<typeof aPlan>>['ada']) =>
  JSON.parse((await ada(['pr', 'show', 'strategic', '--json'])).out).pull.head as string

test('where no pull request is, that is said, and what the other list would hold', async () => {
  const { person } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login', '--solo', '--yes'])
  expect((await ada(['pr'])).out).toContain('No pull request is open. With --all those')
  expect((await ada(['pr', 'list', '--all'])).out).toBe('There is no pull request.\n')
})

test('a pull request is listed, shown, and drawn with hidden characters visible', async () => {
  const { ada } = await aPlan()
  expect((await ada(['pr'])).out).toMatch(/phase-1-strategic.*mailer.*The plan/s)
  // An id can't be broken, so that on a narrow page everything else stands below it.
  expect((await ada(['pr'], { columns: 80 })).out).toMatch(
    /^The plan\n\S+:phase-1-strategic\nmailer · round 1 · waits for a person · \d+ s\n/,
  )
  const shown = (await ada(['pr', 'show', 'strategic'])).out
  expect(shown).toMatch(/A +plan\.md +\+3 -0/)
  const ageless = (text: string) => text.replaceAll(/\d+ s ago/g, 'just now')
  expect(ageless((await ada(['pr', 'show', 'phase-1'])).out)).toBe(ageless(shown))
  expect(shown).toContain('│ We know what to do.')
  const command = /leeway (pr diff \S+)/.exec(shown)?.[1] ?? ''
  const diff = (await ada(command.split(' '))).out
  expect(diff).toContain('+ one')
  expect(diff).not.toContain('\u202e')
})

test('the newest commits are listed, the oldest of them first, and how many there are before them', async () => {
  const { person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login', '--solo', '--yes'])
  const leeway = await agent({ policy: 'jobs/guided' })
  const work: PhaseWork = async (workspace) => {
    for (const at of [1, 2, 3, 4, 5, 6, 7])
      await workspace.step(`Step ${at}\u202e\n\nWhy.`, (files) => files.write(`${at}.md`, 'x\n'))
    return {}
  }
  const program = leeway.program({ name: 'plan', version: '1' }, (job) => job.phase(PLAN, work))
  await leeway.start(program, { key: 'a', input: null })
  const { commits } = JSON.parse((await ada(['pr', 'show', 'strategic', '--json'])).out)
  const { out } = await ada(['pr', 'show', 'strategic'])
  const before = commits.length - 6
  const lines = out.split('\n')
  const at = lines.indexOf(`Commits  the newest; ${before} more before them`)
  expect(before).toBeGreaterThan(0)
  expect(lines.slice(at + 1, at + 7).map((line) => line.trim().split(/ {2,}/))).toEqual(
    commits
      .slice(-6)
      .map(({ commit, author, message }: Record<'commit' | 'author' | 'message', string>) => [
        commit.slice(0, 10),
        author,
        message.split('\n')[0]?.replace('\u202e', '\\u202e'),
      ]),
  )
  expect(out).not.toContain('Why.')
})

test('comments stand under their lines, go to the agent, and come back answered', async () => {
  const { ada, leeway, job } = await aPlan()
  const asked = await ada(['pr', 'request-changes', 'strategic', '--at', 'plan.md:3', '--text', 'Louder.'])
  expect(asked.out).toContain('went back to the agent')
  expect((await ada(['pr', 'diff', 'strategic'])).out).toMatch(
    /\+ three\n.*blocking, open {2}plan\.md:3.*\n.*ada: Louder\./,
  )
  await leeway.resume(job)
  const answered = (await ada(['pr', 'show', 'strategic'])).out
  expect(answered).toMatch(/blocking, addressed[^]*agent: fixed in [0-9a-f]{10}\. Done\./)
  const blocked = await ada(['pr', 'approve', 'strategic', '--head', await headOf(ada)])
  expect(blocked).toMatchObject({ code: 1, err: expect.stringContaining('1 blocking thread is not resolved') })
  const older = await ada(['pr', 'approve', 'strategic', '--head', 'beefbeef'])
  expect(older.err).toMatch(/Nothing was approved\. The newest commit is .* 1 blocking thread is not resolved\./)
  const thread = JSON.parse((await ada(['pr', 'show', 'strategic', '--json'])).out).threads[0].id
  expect((await ada(['pr', 'resolve', 'strategic', thread])).out).toContain('resolved')
  const approved = await ada(['pr', 'approve', 'strategic', '--head', await headOf(ada)])
  expect(approved.out).toContain('is approved and will be merged')
  expect(await leeway.resume(job)).toMatchObject({ status: 'completed' })
  expect((await ada(['pr', 'list', '--all'])).out).toContain('merged')
  const ended = (await ada(['pr', 'show', 'strategic'])).out
  // What was said of it is told still.
  expect(ended).toMatch(/✓ blocking, resolved[^]*ada: Louder\./)
  expect(ended).toMatch(/status +merged\n +ended +\d+ s ago, as [0-9a-f]{10} on main\n +answered by +ada/)
})

test('the rounds are listed, and where nothing came after one that is said', async () => {
  const { ada, leeway, job } = await aPlan()
  const one = (await ada(['pr', 'show', 'strategic'])).out
  expect(one).not.toContain('Rounds')
  const since = async (...more: string[]) =>
    (await ada(['pr', 'diff', 'strategic', '--since', ...more])).out.replaceAll(/\s+/g, ' ')
  expect(await since('1')).toMatch(/^Nothing is compared: round 1 is the first\. All changes: leeway pr diff \S+ $/)
  await ada(['pr', 'request-changes', 'strategic', '--text', 'Louder.'])
  await leeway.resume(job)
  const { out } = await ada(['pr', 'show', 'strategic'], { columns: 120 })
  expect(out).toMatch(
    /Rounds\n +1 +[0-9a-f]{10} +mailer +\d+ files? +\d+ s ago\n +2 +[0-9a-f]{10} +mailer +\d+ files? +\d+ s ago\n +What changed since round 1: leeway pr diff \S+ --since 1\n/,
  )
  expect((await ada(['pr', 'diff', 'strategic', '--since', '1'])).out).toContain('+ TWO')
  expect(await since('2')).toContain(
    'Nothing came after round 2: it is the newest. --since takes an earlier one: round 1. All',
  )
  expect(await since('1', '--round', '1')).toMatch(/^Nothing is compared: round 1 is the first\. .* --round 1 $/)
})

test('whoever names no commit hears first what would refuse them with one too, and so does whoever names it too shortly', async () => {
  const { ada, leeway, job } = await aPlan()
  const refusal = async (...more: string[]) => (await ada(['pr', 'approve', 'strategic', ...more])).err
  expect(await refusal()).toMatch(/Name the commit that you looked at: leeway pr approve \S+:phase-1-strategic --head/)
  await ada(['pr', 'comment', 'strategic', '--text', 'Why?'])
  expect(await refusal()).toContain('1 blocking thread is not resolved')
  expect(await refusal('--head', 'bee')).toContain('1 blocking thread is not resolved')
  await ada(['pr', 'reject', 'strategic', '--text', 'No.'])
  await leeway.resume(job)
  expect(await refusal()).toContain('is closed')
})

test('whoever is there alone and has not said so reads before a push that nobody would be left to approve it', async () => {
  const { person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const leeway = await agent({ policy: 'jobs/guided' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) => job.phase(PLAN, planWork('one\n')))
  await leeway.start(program, { key: 'a', input: null })
  const shown = async () => (await ada(['pr', 'show', 'strategic'], { columns: 300 })).out
  expect(await shown()).toContain(
    'Whoever pushes has a part in it, so that somebody else has to approve it, and nobody else may: it would wait.',
  )
  await ada(['login', '--solo', '--yes'])
  expect(await shown()).not.toContain('Whoever pushes')
})

test('where no process has the job open, whoever answers reads that its agent has to run again', async () => {
  const { ada, leeway } = await aPlan()
  await leeway.close()
  const asked = await ada(['pr', 'request-changes', 'strategic', '--at', 'plan.md:3', '--text', 'Louder.'])
  expect(asked.out).toMatch(
    /went back to the agent\.\nNo process has its job open: it goes on when its agent runs again\.\n/,
  )
})

test('a comment says whether it blocks, and what it blocks is not asked about', async () => {
  const { ada } = await aPlan()
  const comment = async (...more: string[]) =>
    (await ada(['pr', 'comment', 'strategic', '--text', 'Why?', ...more])).out.replaceAll('\n', ' ')
  expect(await comment('--kind', 'nit')).not.toContain('It blocks')
  expect(await comment()).toContain('It blocks: nobody can approve until it is resolved')
  const [id = ''] = /chk_[\w-]+/.exec((await ada(['checkpoints', '--json'])).out) ?? []
  const { code, out, err } = await ada(['approve', id], { columns: 80, keys: ['y'] })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/1 blocking thread is not resolved\..*\nRead it all: leeway pr show \S+:phase-1-strategic/)
})

test('whoever says for the second time that it is not fixed reads that the job stops, why, and how it goes on', async () => {
  const { ada, leeway, job } = await aPlan()
  await ada(['pr', 'request-changes', 'strategic', '--at', 'plan.md:3', '--text', 'Louder.'])
  const thread = JSON.parse((await ada(['pr', 'show', 'strategic', '--json'])).out).threads[0].id as string
  const again = async () => {
    await leeway.resume(job)
    await ada(['pr', 'reopen', 'strategic', thread, '--text', 'Not yet.'])
    return (await ada(['pr', 'request-changes', 'strategic', '--text', 'Once more.'])).out
  }
  const first = await again()
  expect(first).toContain('went back to the agent')
  expect(first).not.toContain('No process')
  const second = await again()
  expect(second).toMatch(new RegExp(`nobody works on it:\\sjob ${job} is stopped`))
  // Each command is whole on its line.
  expect(second).toContain(`  Let it go on:  leeway resume ${job} --reason WHY\n`)
  expect((await ada(['job', 'show', job])).out).toContain('The same complaint came back 2 times')
})

/** One setting for all of them: making a repository is what takes long. */
test('what can not be meant is refused with what to do', async () => {
  const { ada } = await aPlan()
  for (const [argv, message, rc] of MISTAKES) {
    const { code, err } = await ada(argv)
    expect([argv, rc === undefined ? code > 0 : code === rc, err]).toEqual([
      argv,
      true,
      expect.stringContaining(message),
    ])
  }
})

const MISTAKES = [
  [['pr', 'approve', 'strategic'], 'Name the commit that you looked at'],
  [['pr', 'approve', 'strategic', '--head', 'bee'], 'Name 7 characters of the commit or more', 2],
  [['pr', 'approve', 'strategic', '--head', 'beefbeef'], 'The newest commit of', 1],
  [['pr', 'comment', 'strategic', '--text', ' '], 'Say something'],
  [['pr', 'comment', 'strategic', '--at', 'plan.md', '--text', 'x'], 'Say which lines'],
  [['pr', 'comment', 'strategic', '--at', 'plan.md:99', '--text', 'x'], 'plan.md has 3 lines, and no line 99', 1],
  [['pr', 'comment', 'strategic', '--at', 'plan.md:1-9999999999', '--text', 'x'], 'plan.md has 3 lines, and no line 4'],
  [
    ['pr', 'comment', 'strategic', '--at', 'plan.md:3-1', '--text', 'x'],
    'from the first to the last: --at plan.md:1-3',
  ],
  [['pr', 'reject', 'strategic'], 'Say why, because it ends the pull request: leeway pr reject ID --text WORDS', 2],
  [['pr', 'reopen', 'strategic', 't1'], 'Say something: leeway pr reopen ID THREAD --text WORDS', 2],
  [['pr', 'reply', 'strategic', 't1', '--text', ' '], 'Say something: leeway pr reply ID THREAD --text WORDS', 2],
  [['pr', 'comment', 'strategic', '--at', 'other.md:1', '--text', 'x'], 'There is no file other.md in', 1],
  [['pr', 'comment', 'strategic', '--at', 'other.md:1', '--text', 'x'], 'See what changes: leeway pr diff ', 1],
  [['pr', 'comment', 'strategic', '--kind', 'rude', '--text', 'x'], '--kind is one of blocking'],
  [['pr', 'resolve', 'strategic', 'nope'], 'There is no thread "nope" in', 1],
  [['pr', 'resolve', 'strategic', 'nope'], 'Read them: leeway pr show ', 1],
  [['pr', 'show', 'nothing-such'], 'There is no pull request nothing-such'],
  [['pr', 'diff', 'strategic', '--round', 'two'], '--round is the number of a round'],
  [['pr', 'diff', 'strategic', '--round', '7'], 'has no round 7; the newest is 1'],
  [['pr', 'diff', 'strategic', '--round', '7'], 'See its rounds: leeway pr show job_'],
  [['pr', 'toString'], 'There is no "toString" of a pull request'],
  [['pr', 'dance'], 'There is no "dance" of a pull request, but list, show, diff'],
] as const

test('what is not there or not so is refused with 1; only what can not be meant is called the wrong way', async () => {
  const { ada } = await aPlan()
  const head = await headOf(ada)
  const old = `${head.startsWith('0') ? '1' : '0'}${head.slice(1)}`
  const codes = [
    ['pr approve strategic --head', old, 1],
    ['pr comment strategic --text x --at', 'nope.md:1', 1],
    ['pr comment strategic --text x --at', 'plan.md:99', 1],
    ['pr resolve strategic', 'thr_none', 1],
    ['pr show', 'phase-9', 1],
    ['pr diff strategic --round', '9', 1],
    ['pr approve strategic --head', head.slice(0, 4), 2],
    ['pr approve strategic --at plan.md:1 --kind blocking --text x --head', head, 2],
    ['pr comment strategic --text x --at', 'nope', 2],
    ['pr comment strategic --text x --at', 'plan.md:3-1', 2],
    ['pr comment strategic --text x --kind', 'odd', 2],
    ['pr diff strategic --round', 'two', 2],
  ] as const
  for (const [call, argument, code] of codes) {
    const said = await ada([...call.split(' '), argument])
    expect([call, argument, said.code, said.out]).toEqual([call, argument, code, ''])
    // Every one says what to do next.
    expect(said.err).toMatch(/leeway|--|Look|such as|one of/)
  }
})

test('what would be refused is not offered, and why it would be is said instead', async () => {
  const { ada, leeway, job } = await aPlan()
  const shown = async (who = ada) =>
    (await who(['pr', 'show', 'strategic'], { columns: 120 })).out.replaceAll(/\s+/g, ' ')
  expect(await shown()).toMatch(/Answer: leeway pr approve \S+ --head [0-9a-f]{10} or with request-changes/)

  await ada(['pr', 'request-changes', 'strategic', '--at', 'plan.md:3', '--text', 'Louder.'])
  expect(await shown()).toContain("You can't approve it now: It is with the agent, which brings the next round.")
  await leeway.resume(job)
  const blocked = await shown()
  expect(blocked).toContain(
    "You can't approve it now: 1 blocking thread is not resolved. Settle one: leeway pr resolve",
  )
  expect(blocked).toMatch(/Answer: leeway pr request-changes \S+ or with comment or reject in place of request-changes/)
  expect(blocked).not.toContain('pr approve')
  const thread = JSON.parse((await ada(['pr', 'show', 'strategic', '--json'])).out).threads[0].id
  await ada(['pr', 'resolve', 'strategic', thread])

  await ada(['kill-switch', 'on', '--all', '--reason', 'a leak'])
  expect(await shown()).toMatch(/Everything is halted by ada, \d+ s ago: a leak.*Answer: leeway pr approve/)
  const approved = await ada(['pr', 'approve', 'strategic', '--head', await headOf(ada)])
  expect(approved.out).toMatch(
    /is approved, and nothing is merged until the kill\sswitch is off\.\n✗ Everything is halted/,
  )
  expect(approved.out).not.toContain('No process')
})

test('what somebody else has rejected is shown, and stops an approval with who, what and why', async () => {
  const { root, person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const token = (await ada(['people', 'add', 'ben'])).out.trim()
  const leeway = await agent({ policy: 'jobs/guided' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) => job.phase(PLAN, planWork('one\n')))
  await leeway.start(program, { key: 'a', input: null })
  const ben = await openDesk({ root, credentials: async () => token })
  onTestFinished(() => ben.close())
  const [{ id: pull, head } = { id: PullId.parse('none'), head: '' }] = (await ben.pulls.list()).rows
  const { files } = await ben.pulls.diff(pull)
  const { hash: file, hunks } = files.find(({ path }) => path === 'plan.md')!
  const no = { path: 'plan.md', file, hunk: hunks[0]!.hash, verdict: 'rejected', reason: 'Too \u001b[2Jloud.' } as const
  const content_hash = (await ben.pulls.read(pull)).checkpoint?.content_hash ?? ''
  await ben.pulls.submit({ pull, head, content_hash, answer: 'comment', verdicts: [no] })
  const said = 'ben rejected part 1 of 1 of plan.md ("Too \\u001b[2Jloud.")'
  expect((await ada(['pr', 'show', 'strategic'])).out).toContain(`Rejected, and not merged as it is\n  ${said}`)
  expect(await ada(['pr', 'approve', 'strategic', '--head', head])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/ben rejected part 1 of 1 of plan\.md[^]*leeway pr request-changes/),
  })
  const [id = ''] = /chk_[\w-]+/.exec((await ada(['checkpoints', '--json'])).out) ?? []
  const asked = await ada(['approve', id], { columns: 80, keys: ['y'] })
  expect(asked).toMatchObject({ code: 1, out: '', err: expect.stringContaining('ben rejected part 1 of 1 of plan.md') })
})
