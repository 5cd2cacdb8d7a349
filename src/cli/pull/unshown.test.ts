import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PhaseWork } from '../../compose.ts'
import { aDeskFolder } from '../../testing/desk-folder.ts'
import { PLAN } from '../../testing/plan-work.ts'

const BYTES = new Uint8Array(400_000).fill(7)
BYTES[0] = 0
const SHA256 = createHash('sha256').update(BYTES).digest('hex')
/** As git names them. */
const OBJECT = createHash('sha1').update(`blob ${BYTES.length}\0`).update(BYTES).digest('hex')

/** Somebody who works alone, and an agent whose work is in part no text. */
async function aBinary() {
  const { person, agent, root } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login', '--solo', '--yes'])
  const leeway = await agent({ policy: 'jobs/guided' })
  const work: PhaseWork = async (workspace) => {
    await workspace.step('write', (files) => {
      files.write('bin.dat', BYTES)
      files.write('long.txt', `${'x'.repeat(5_000_000)}\n`)
    })
    return {}
  }
  const program = leeway.program({ name: 'plan', version: '1' }, (job) => job.phase(PLAN, work))
  await leeway.start(program, { key: 'a', input: null })
  const view = async () => JSON.parse((await ada(['pr', 'show', 'phase-1', '--json'])).out)
  const { pull, checkpoint } = await view()
  const approve = (...more: string[]) => ada(['pr', 'approve', 'phase-1', '--head', pull.head, ...more])
  return { ada, root, view, approve, checkpoint }
}

test('invariant 22: show and diff name every byte that they do not show, and how to have it', async () => {
  const { ada } = await aBinary()
  for (const said of [(await ada(['pr', 'show', 'phase-1'])).out, (await ada(['pr', 'diff', 'phase-1'])).out]) {
    expect(said).toContain('These bytes are no text, or too many to show, so none of them is shown here.')
    expect(said).toContain('before: nothing')
    expect(said).toContain(`after: 400,000 bytes, git object ${OBJECT}, mode 100644`)
    expect(said).toContain('A changed line is too long to be shown whole.')
    expect(said).toMatch(/leeway pr file \S+:phase-1-strategic bin\.dat --out FILE/)
    expect(said.length).toBeLessThan(20_000)
  }
  expect((await ada(['pr', 'diff', 'phase-1'])).out).toContain('xxx  (4990000 more characters, not shown)')
  expect((await ada(['pr', 'show', 'phase-1'])).out).toMatch(/A +bin\.dat +400,000 bytes/)
})

test('invariant 22: an approval waits until both were had whole, one after the other', async () => {
  const { ada, root, approve, view } = await aBinary()
  const first = await approve()
  expect([first.code, first.err]).toEqual([1, expect.stringContaining('does not show all of bin.dat, long.txt.')])
  expect(first.err).toContain(`after: 400,000 bytes, git object ${OBJECT}`)
  const saved = await ada(['pr', 'file', 'phase-1', 'bin.dat', '--out', 'here.bin'])
  expect(saved.out).toBe(`here.bin: 400,000 bytes, SHA-256 ${SHA256}\nIt is marked as viewed by you.\n`)
  expect(readFileSync(join(root, 'here.bin')).equals(BYTES)).toBe(true)
  expect(statSync(join(root, 'here.bin')).mode & 0o777).toBe(0o600)
  expect((await approve()).err).toContain('does not show all of long.txt.')
  expect((await ada(['pr', 'show', 'phase-1'])).out).toContain(
    "You can't approve it now: The diff does not show all of",
  )
  await ada(['pr', 'file', 'phase-1', 'long.txt', '--out', 'long.txt'])
  expect((await approve()).out).toContain('is approved and will be merged')
  expect((await view()).checkpoint).toMatchObject({ status: 'approved' })
})

test('whoever says that they have seen it approves, and the log tells that they said so', async () => {
  const { ada, approve } = await aBinary()
  expect((await approve('--seen')).out).toContain('is approved and will be merged')
  const log = (await ada(['audit', 'show', '--type', 'files_marked', '--json'])).out
  expect(log).toMatch(/"bin\.dat":"\w+","long\.txt":"\w+"/)
})

test('in a terminal they are asked, and a no approves nothing', async () => {
  const { ada, view, approve, checkpoint } = await aBinary()
  const { pull } = await view()
  const asked = (keys: readonly string[]) =>
    ada(['pr', 'approve', 'phase-1', '--head', pull.head], { keys, columns: 80 })
  const no = await asked(['n'])
  expect([no.code, no.out]).toEqual([1, expect.stringContaining('Have you looked at all of this, whole? [y/N] no')])
  expect((await view()).checkpoint.status).toBe('pending')
  expect((await approve()).code).toBe(1)
  const plain = await ada(['approve', checkpoint.id], { keys: ['y', 'n'], columns: 80 })
  expect([plain.code, plain.err]).toEqual([1, expect.stringContaining('Nothing was approved')])
  expect((await asked(['y'])).out).toContain('is approved and will be merged')
})

test('the checkpoint is approved no sooner: its hash is not enough', async () => {
  const { ada, checkpoint } = await aBinary()
  const call = ['approve', checkpoint.id, '--hash', checkpoint.content_hash]
  const no = await ada(call)
  expect([no.code, no.err]).toEqual([1, expect.stringContaining('say the same again with  --seen')])
  expect((await ada([...call, '--seen'])).code).toBe(0)
})

test('a file is written over nothing, and only its newest state counts as looked at', async () => {
  const { ada, root } = await aBinary()
  const file = (...more: string[]) => ada(['pr', 'file', 'phase-1', ...more])
  expect(await file('bin.dat')).toMatchObject({ code: 2, err: expect.stringContaining('Where to?') })
  expect(await file('--out', 'a')).toMatchObject({ code: 2, err: expect.stringContaining('Which one?') })
  expect(await file('none.bin', '--out', 'a')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no file none.bin'),
  })
  expect(await file('bin.dat', '--old', '--out', 'a')).toMatchObject({ code: 1 })
  expect(JSON.parse((await file('workspace.md', '--out', 'w.md', '--json')).out)).toMatchObject({ marked: false })
  const before = readFileSync(join(root, 'w.md'))
  expect(await file('bin.dat', '--out', 'w.md')).toMatchObject({ err: expect.stringContaining('already') })
  expect(readFileSync(join(root, 'w.md'))).toEqual(before)
})

test('invariant 22: what is approved under another hash than stands there leaves no mark of a look behind', async () => {
  const { ada, checkpoint, view } = await aBinary()
  const other = `sha256:${'0'.repeat(64)}`
  const stale = await ada(['approve', checkpoint.id, '--hash', other, '--seen'])
  expect(stale.code).toBe(1)
  expect((await view()).marks.viewed).toEqual({})
})
