import { expect, test } from 'vitest'
import { BRANCH, type Tried } from '../../testing/forge/opened-pull.ts'

/** Merging what was approved, and finding out what became of it. */
export function mergeContract({ name, opened }: Tried): void {
  const merging = { title: 'The plan', message: 'What we know.\n\nLeeway-Pull: job-1:phase-1-strategic' }

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
}
