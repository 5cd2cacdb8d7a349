import { expect, test } from 'vitest'
import { BOT } from '../../testing/forge/forge-state.ts'
import { BRANCH, type Tried } from '../../testing/forge/opened-pull.ts'

/** What people and we say on a forge. */
export function wordsContract({ name, opened }: Tried): void {
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
    expect(reviews[1]).toMatchObject({ voided: null })
  })

  test(`${name}: an approval that was taken back counts for nothing`, async () => {
    const { host, state, number } = await opened()
    state.review(number, 'rob', { answer: 'approve' }).dismissed = true
    expect((await host.reviews(number)).reviews).toMatchObject([{ login: 'rob', voided: 'dismissed' }])
  })

  test(`${name}: what came before the newest commit was dismissed by nobody, and keeps its lines and its commit`, async () => {
    const { host, state, number, head } = await opened()
    const comments = [{ path: 'plan.md', last: 3, text: 'Why three?' }]
    state.review(number, 'rob', { answer: 'request_changes', text: 'Not so.', comments })
    const newer = state.git.commit(BRANCH, { 'plan.md': 'zero\none\ntwo\nthree\nfour\n' }, 'Newer')
    // The line is older than the commit that was looked at.
    const again = [{ path: 'plan.md', last: 4, text: 'And now?' }]
    state.review(number, 'rob', { answer: 'comment', comments: again })
    const { reviews, threads } = await host.reviews(number)
    expect(reviews[0]).toMatchObject({ answer: 'request_changes', text: 'Not so.', commit: head })
    expect(reviews[0]?.voided).not.toBe('dismissed')
    expect(threads).toMatchObject([
      { lines: { first: 3, last: 3 }, commit: head, quote: ['three'] },
      { lines: { first: 4, last: 4 }, commit: newer, quote: ['three'] },
    ])
  })

  test(`${name}: comments are threads with place, lines, answers, and whether they are resolved`, async () => {
    const { host, state, number, head } = await opened()
    state.review(number, 'ann', { answer: 'comment', comments: [{ path: 'plan.md', last: 3, text: 'Why three?' }] })
    const [thread] = (await host.reviews(number)).threads
    expect(thread).toMatchObject({
      path: 'plan.md',
      side: 'new',
      lines: { first: 3, last: 3 },
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
    expect((await host.reviews(number)).threads).toMatchObject([
      { side: 'old', lines: { first: 1 }, quote: ['# Ours'] },
    ])
  })

  test(`${name}: a reply belongs to its conversation, and what the next review says of the same line is another one`, async () => {
    const { host, state, number } = await opened()
    const on = { path: 'plan.md', last: 3 }
    const first = state.review(number, 'ann', { answer: 'comment', comments: [{ ...on, text: 'Why three?' }] })
    const [begun] = (await host.reviews(number)).threads
    await host.answer(number, begun!, 'Because of the budget.')
    state.review(number, 'rob', {
      answer: 'comment',
      comments: [{ ...on, text: 'Which?', replyTo: Number(begun!.id) }],
    })
    const second = state.review(number, 'rob', {
      answer: 'request_changes',
      comments: [{ ...on, text: 'Make it two.' }],
    })
    state.comments[0]!.resolvedBy = 'ann'
    const { threads } = await host.reviews(number)
    expect(threads.map(({ review, isResolved }) => [review, isResolved])).toEqual([
      [String(first.id), true],
      [String(second.id), false],
    ])
    expect(threads.map(({ messages }) => messages.map(({ text }) => text))).toEqual([
      ['Why three?', 'Because of the budget.', 'Which?'],
      ['Make it two.'],
    ])
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

  test(`${name}: a push is of the account that made it, whoever its commits name`, async () => {
    const { host, state, number, head } = await opened()
    const { branch } = state.pull(number)!
    const to = state.push(number, 'rob', { 'plan.md': 'mine\n' })
    state.pushes.push({ login: 'ann', branch: 'another', from: head, to })
    expect(await host.pushes(branch)).toEqual([{ login: 'rob', from: head, to }])
  })

  test(`${name}: something is said about the whole`, async () => {
    const { host, number, standIn } = await opened()
    await host.comment(number, 'All of it is answered.')
    const { reviews } = await host.reviews(number)
    expect(reviews).toMatchObject([{ login: BOT.login, answer: 'comment', text: 'All of it is answered.' }])
    expect(standIn.wrong).toEqual([])
  })
}
