import { expect, test } from 'vitest'
import { ThreadId } from '../../src/model/ids.ts'
import { aForgeHouse } from '../../src/testing/forge/forge-house.ts'
import { githubFace } from '../../src/testing/forge/github-face.ts'
import { planWork } from '../../src/testing/plan-work.ts'
import { draft } from './held-plan.ts'

const LINES = 'top\nx\ny\nx\ny\nx\ny\na\nb\nc\nd\ne\nend\n'
/** The sixth line of what would be merged, which is the fourth one on the branch; the fourth and the sixth of both say the same. */
const SIXTH = { path: 'plan.md', first: 6, last: 6, quote: ['x'], before: ['top', 'x', 'y'], after: ['y', 'x', 'y'] }

/** A branch that left `main` before two lines were put on top of the file that it changes at its end. */
async function aBranchBehind() {
  const work = planWork(LINES.replace('end', 'END'), LINES.replace('end', 'The end'))
  const scene = await aForgeHouse(githubFace, 'jobs/guided', { work, files: { 'plan.md': LINES } })
  await scene.look()
  scene.state.review(1, 'ada-there', { answer: 'request_changes', text: 'Nearly.' })
  await scene.look()
  scene.state.git.commit('main', { 'plan.md': `new\nnew too\n${LINES}` }, 'Theirs')
  expect(await scene.resume()).toMatchObject({ status: 'held' })
  await scene.look()
  return scene
}

test('a comment that counts lines on the branch stands on the same line of what would be merged', async () => {
  const { state, look, house } = await aBranchBehind()
  const comments = [
    { path: 'plan.md', last: 4, text: 'This one?' },
    { path: 'plan.md', last: 4, side: 'old', text: 'And before?' },
  ] as const
  state.review(1, 'ada-there', { answer: 'comment', comments })
  await look()
  const [there, before] = await Promise.all(
    state.comments.slice(-2).map(async ({ id }) => (await house.store.get('review_threads', `thr_github_${id}`))?.row),
  )
  expect(there).toMatchObject({ anchor: SIXTH, place: { first: 6, last: 6 } })
  // What was is not what the forge shows beside the branch, so that it is told in words.
  expect(before).toMatchObject({ anchor: null, messages: [{ text: 'plan.md:4: And before?' }] })
})

test('a suggestion for a line of what would be merged is applied to the same line on the branch', async () => {
  const { pull, house, context } = await aBranchBehind()
  const { id, head, job } = await pull()
  const { checkpoint } = await house.desk.pulls.read(id)
  const anchor = { ...SIXTH, side: 'new', kind: 'lines' } as const
  const threads = [draft('t1', { kind: 'suggestion', anchor, suggestion: 'MINE' })]
  const about = { pull: id, head, content_hash: checkpoint?.content_hash ?? '' }
  await house.desk.pulls.submit({ ...about, answer: 'comment', threads })
  await house.desk.pulls.commit({ pull: id, head, suggestions: [ThreadId.parse('t1')] })
  const bytes = await context.workspaces.read(job, (await pull()).head, 'plan.md')
  expect(Buffer.from(bytes ?? []).toString()).toBe('top\nx\ny\nMINE\ny\nx\ny\na\nb\nc\nd\ne\nThe end\n')
})
