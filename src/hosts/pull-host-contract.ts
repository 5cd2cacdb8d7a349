import { expect, test } from 'vitest'
import type { PullHost } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import { forgeAddress } from '../model/forge-address.ts'
import { BOT, type ForgeState, PLACE } from '../testing/forge/forge-state.ts'
import { aStandIn, type Face, type StandIn } from '../testing/forge/stand-in.ts'
import type { ForgeOptions } from './forge-options.ts'

/** A forge that people use, with one pull request of ours. */
interface Opened {
  readonly host: PullHost
  readonly standIn: StandIn
  readonly state: ForgeState
  readonly number: number
  readonly head: string
  /** Moves the clock of our side. */
  later(ms: number): void
}

/** What every host of pull requests does, whichever forge it speaks to. */
export function pullHostContract(name: string, face: Face, make: (options: ForgeOptions) => PullHost): void {
  const BRANCH = 'leeway/job-1/phase-1-strategic'

  async function opened(): Promise<Opened> {
    const standIn = await aStandIn(face)
    let now = Date.parse('2026-11-16T12:00:00Z')
    const host = make({
      ...PLACE,
      base: forgeAddress(standIn.url),
      main: 'main',
      token: async () => BOT.token,
      now: () => now,
      timeoutMs: 5000,
    })
    const head = standIn.state.git.commit(BRANCH, { 'plan.md': 'one\ntwo\nthree\nfour\n' }, 'Plan')
    const { number } = await host.open({ branch: BRANCH, title: 'The plan', body: 'What we know.' })
    const later = (ms: number) => {
      now += ms
    }
    return { host, standIn, state: standIn.state, number, head, later }
  }
  const merging = { title: 'The plan', message: 'What we know.\n\nLeeway-Pull: job-1:phase-1-strategic' }

  test(`${name}: the token belongs to an account`, async () => {
    expect(await (await opened()).host.whoAmI()).toBe(BOT.login)
  })

  test(`${name}: a pull request is opened once, and its words are renewed`, async () => {
    const { host, state, number, head } = await opened()
    const again = await host.open({ branch: BRANCH, title: 'The better plan', body: 'More.' })
    expect(again).toMatchObject({
      number,
      head,
      state: 'open',
      branch: BRANCH,
      title: 'The better plan',
      body: 'More.',
      commit: null,
    })
    expect(state.pulls).toHaveLength(1)
    expect(await host.find(BRANCH)).toEqual(again)
    expect(await host.find('leeway/job-1/phase-2-tactical')).toBeUndefined()
  })

  test(`${name}: the pull request of a branch is found behind many pages of others`, async () => {
    const { host, state } = await opened()
    state.pageSize = 1
    for (const other of ['a', 'b', 'c']) state.git.commit(`other-${other}`, { [other]: 'x' }, 'Other')
    for (const other of ['a', 'b', 'c']) await host.open({ branch: `other-${other}`, title: other, body: '' })
    expect((await host.find('other-c'))?.title).toBe('c')
  })

  test(`${name}: reviews say who thinks what of which commit`, async () => {
    const { host, state, number, head } = await opened()
    state.review(number, 'ann', { answer: 'request_changes', text: 'Which budget?' })
    const newer = state.git.commit(BRANCH, { 'plan.md': 'one\ntwo\n3\nfour\n' }, 'Answer')
    state.review(number, 'rob', { answer: 'approve' })
    state.review(number, 'ann', { answer: 'comment', text: 'Better.' })
    const { reviews } = await host.reviews(number)
    expect(reviews.map(({ login, answer, commit }) => [login, answer, commit])).toEqual([
      ['ann', 'request_changes', head],
      ['rob', 'approve', newer],
      ['ann', 'comment', newer],
    ])
    expect(reviews[0]).toMatchObject({ text: 'Which budget?' })
    expect(reviews[1]).toMatchObject({ isVoid: false })
  })

  test(`${name}: an approval that was taken back counts for nothing`, async () => {
    const { host, state, number } = await opened()
    state.review(number, 'rob', { answer: 'approve' }).dismissed = true
    expect((await host.reviews(number)).reviews).toMatchObject([{ login: 'rob', isVoid: true }])
  })

  test(`${name}: comments are threads with place, lines, answers, and whether they are resolved`, async () => {
    const { host, state, number, head } = await opened()
    state.review(number, 'ann', { answer: 'comment', comments: [{ path: 'plan.md', last: 3, text: 'Why three?' }] })
    const [thread] = (await host.reviews(number)).threads
    expect(thread).toMatchObject({
      path: 'plan.md',
      side: 'new',
      first: 3,
      last: 3,
      commit: head,
      quote: ['three'],
      isResolved: false,
    })
    await host.answer(number, thread!, 'Because of the budget.')
    const first = state.comments[0]!
    first.resolvedBy = 'ann'
    const [after] = (await host.reviews(number)).threads
    expect(after).toMatchObject({ id: thread!.id, isResolved: true, resolvedBy: 'ann' })
    expect(after?.messages.map(({ login, text }) => [login, text])).toEqual([
      ['ann', 'Why three?'],
      [BOT.login, 'Because of the budget.'],
    ])
  })

  test(`${name}: a comment on what was is about the old side`, async () => {
    const { host, state, number } = await opened()
    state.review(number, 'ann', {
      answer: 'comment',
      comments: [{ path: 'README.md', last: 1, side: 'old', text: 'Keep.' }],
    })
    expect((await host.reviews(number)).threads).toMatchObject([{ side: 'old', first: 1, quote: ['# Ours'] }])
  })

  test(`${name}: reviews and threads are read to the last page`, async () => {
    const { host, state, number } = await opened()
    state.pageSize = 2
    for (let at = 1; at <= 4; at++) {
      state.review(number, 'ann', {
        answer: 'comment',
        text: `${at}`,
        comments: [{ path: 'plan.md', last: at, text: `${at}` }],
      })
    }
    state.comments[3]!.resolvedBy = 'ann'
    const { reviews, threads } = await host.reviews(number)
    expect(reviews.map(({ text }) => text)).toEqual(['1', '2', '3', '4'])
    expect(threads.map(({ isResolved }) => isResolved)).toEqual([false, false, false, true])
  })

  test(`${name}: something is said about the whole`, async () => {
    const { host, state, number } = await opened()
    await host.comment(number, 'Merged by Leeway.')
    expect(state.talk).toEqual([{ pull: number, text: 'Merged by Leeway.' }])
  })

  test(`${name}: a merge makes one commit of what was approved, under our words`, async () => {
    const { host, state, number, head } = await opened()
    const main = await host.main()
    const merged = await host.merge(number, { head, ...merging })
    expect(merged).toEqual({ commit: state.git.head('main') })
    expect(state.git.git(['log', '-1', '--format=%P%n%B', 'main']).trim()).toBe(
      `${main}\n${merging.title}\n\n${merging.message}`,
    )
    expect(state.git.git(['show', 'main:plan.md'])).toBe('one\ntwo\nthree\nfour\n')
    expect(await host.read(number)).toMatchObject({ state: 'merged' })
    expect(await host.main()).toBe(state.git.head('main'))
  })

  test(`${name}: what came after the approval is not merged, and not even asked for`, async () => {
    const { host, state, number, head, standIn } = await opened()
    const main = state.git.head('main')
    state.git.commit(BRANCH, { 'plan.md': 'evil\n' }, 'Late')
    expect(await host.merge(number, { head, ...merging })).toMatchObject({ refused: 'head_moved' })
    expect(standIn.log.filter((line) => line.includes('/merge'))).toEqual([])
    expect(state.git.head('main')).toBe(main)
  })

  test(`${name}: a push between our look and the merge is refused by the forge itself`, async () => {
    const { host, state, number, head, standIn } = await opened()
    const main = state.git.head('main')
    let reads = 0
    state.fault = (request) => {
      // After the first look, and before the request for the merge.
      if (request.startsWith('GET')) reads += 1
      if (!request.startsWith('GET') && reads === 1) state.git.commit(BRANCH, { 'plan.md': 'evil\n' }, 'Late')
      return undefined
    }
    expect(await host.merge(number, { head, ...merging })).toMatchObject({ refused: 'head_moved' })
    expect(standIn.log.some((line) => line.endsWith('/merge 409'))).toBe(true)
    expect(state.git.head('main')).toBe(main)
  })

  test(`${name}: lines that both changed are a conflict, and main stays`, async () => {
    const { host, state, number, head } = await opened()
    const main = state.git.commit('main', { 'plan.md': 'other\n' }, 'Other')
    expect(await host.merge(number, { head, ...merging })).toMatchObject({ refused: 'conflict' })
    expect(state.git.head('main')).toBe(main)
  })

  test(`${name}: a merge that nobody heard the end of is read back, and not made twice`, async () => {
    const { host, state, standIn, number, head } = await opened()
    state.fault = (request) => (request.endsWith('/merge') ? 'after' : undefined)
    const merged = await host.merge(number, { head, ...merging })
    expect(merged).toEqual({ commit: state.git.head('main') })
    state.fault = () => undefined
    expect(await host.merge(number, { head, ...merging })).toEqual(merged)
    expect(standIn.log.filter((line) => line.includes('/merge'))).toEqual([])
  })

  test(`${name}: a merge that never arrived is an error that may be tried again`, async () => {
    const { host, state, number, head } = await opened()
    state.fault = (request) => (request.endsWith('/merge') ? 'before' : undefined)
    await expect(host.merge(number, { head, ...merging })).rejects.toMatchObject({ code: 'forge_unreachable' })
    state.fault = () => undefined
    expect(await host.merge(number, { head, ...merging })).toEqual({ commit: state.git.head('main') })
  })

  test(`${name}: a fault of the forge is no answer about a merge`, async () => {
    const { host, state, number, head } = await opened()
    state.fault = (request) => (request.endsWith('/merge') ? { status: 502 } : undefined)
    await expect(host.merge(number, { head, ...merging })).rejects.toMatchObject({ code: 'forge_unreachable' })
  })

  test(`${name}: what was closed there is not merged`, async () => {
    const { host, number, head } = await opened()
    await host.close(number)
    expect(await host.read(number)).toMatchObject({ state: 'closed', commit: null })
    expect(await host.merge(number, { head, ...merging })).toMatchObject({ refused: 'not_mergeable' })
  })

  test(`${name}: a refusal for reasons of the forge is told in its words`, async () => {
    const { host, state, number, head } = await opened()
    state.fault = (request) =>
      request.endsWith('/merge') ? { status: 405, value: { message: 'Checks are missing' } } : undefined
    expect(await host.merge(number, { head, ...merging })).toEqual({
      refused: 'not_mergeable',
      reason: 'The forge does not merge it: Checks are missing',
    })
  })

  test(`${name}: a token that may not merge is an error, and no outcome`, async () => {
    const { host, state, number, head } = await opened()
    state.fault = (request) =>
      request.endsWith('/merge') ? { status: 403, value: { message: 'Not yours' } } : undefined
    await expect(host.merge(number, { head, ...merging })).rejects.toMatchObject({ code: 'forge_refused' })
  })

  test(`${name}: a branch is deleted, and deleted again`, async () => {
    const { host, state } = await opened()
    await host.deleteBranch(BRANCH)
    await host.deleteBranch(BRANCH)
    expect(state.git.head(BRANCH)).toBeUndefined()
  })

  test.for([
    ['a secondary limit', { status: 403, headers: { 'retry-after': '30' } }],
    [
      'a used up share',
      {
        status: 403,
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${Date.parse('2026-11-16T12:00:30Z') / 1000}` },
      },
    ],
    ['too many requests', { status: 429, headers: { 'retry-after': '30' } }],
  ] as const)(`${name}: after %s nothing is sent until the time is over`, async ([, fault]) => {
    const { host, state, standIn, number, later } = await opened()
    state.fault = () => fault
    await expect(host.read(number)).rejects.toMatchObject({
      code: 'forge_busy',
      details: { until: '2026-11-16T12:00:30.000Z' },
    })
    const sent = standIn.log.length
    later(29_000)
    await expect(host.read(number)).rejects.toMatchObject({ code: 'forge_busy' })
    expect(standIn.log).toHaveLength(sent)
    later(2000)
    state.fault = () => undefined
    expect(await host.read(number)).toMatchObject({ number })
  })

  test(`${name}: a pull request that has not changed since is not sent again`, async () => {
    const { host, standIn, state, number } = await opened()
    const before = await host.read(number)
    expect(await host.read(number)).toEqual(before)
    expect(standIn.log.at(-1)).toMatch(/ 304$/)
    state.review(number, 'ann', { answer: 'approve' })
    expect((await host.read(number)).updatedAt).not.toBe(before.updatedAt)
  })

  test(`${name}: a list that grew by a page is read to its new end`, async () => {
    const { host, state, number } = await opened()
    state.pageSize = 1
    state.review(number, 'ann', { answer: 'comment', text: 'One.' })
    expect((await host.reviews(number)).reviews).toHaveLength(1)
    state.review(number, 'ann', { answer: 'request_changes', text: 'Two.' })
    expect((await host.reviews(number)).reviews).toHaveLength(2)
  })

  test.for([
    ['no JSON', { status: 200, value: undefined, headers: { 'content-type': 'text/html' } }, 'forge_unreadable'],
    ['another shape', { status: 200, value: { number: 'one' } }, 'forge_unreadable'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/elsewhere' } }, 'forge_refused'],
  ] as const)(`${name}: %s is not believed`, async ([, fault, code]) => {
    const { host, state, number } = await opened()
    state.fault = () => fault
    await expect(host.read(number)).rejects.toMatchObject({ code })
  })

  test(`${name}: a next page elsewhere is not followed, because our token would go there`, async () => {
    const { host, state, number } = await opened()
    const link = '<http://127.0.0.1:1/repos/house/tools/pulls?page=2>; rel="next"'
    state.fault = () => ({ status: 200, value: [], headers: { link } })
    await expect(host.reviews(number)).rejects.toMatchObject({ code: 'forge_unreadable' })
  })

  test(`${name}: the token stands in no error, and git gets it apart from the address`, async () => {
    const { host, state, number } = await opened()
    state.fault = () => 'before'
    const error = await host.read(number).catch((thrown: unknown) => thrown as AppError)
    expect(error).toBeInstanceOf(AppError)
    const told = `${String(error)} ${JSON.stringify(error)} ${String((error as AppError).cause)}`
    expect(told).not.toContain(BOT.token)
    const { url, header } = await host.remote()
    expect(url).not.toContain(BOT.token)
    expect(Buffer.from(header.split(' ').at(-1) ?? '', 'base64').toString()).toContain(BOT.token)
  })
}
