import { expect, test } from 'vitest'
import { AppError } from '../../model/errors.ts'
import { BOT } from '../../testing/forge/forge-state.ts'
import { BRANCH, type Tried } from '../../testing/forge/opened-pull.ts'

/** What a forge may do wrong, and what is never sent anywhere. */
export function cautionContract({ name, opened }: Tried): void {
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

  test(`${name}: a next page is asked for where the list is, wherever the forge says that it lies`, async () => {
    const { host, standIn, state, number } = await opened()
    state.review(number, 'ann', { answer: 'comment', text: 'One.' })
    let asked = 0
    state.fault = (request) => {
      const link = '<http://127.0.0.1:1/elsewhere?page=1>; rel="next"'
      return request.endsWith('/reviews') && asked++ === 0 ? { status: 200, value: [], headers: { link } } : undefined
    }
    expect((await host.reviews(number)).reviews).toMatchObject([{ text: 'One.' }])
    expect(standIn.log.filter((line) => line.endsWith('/reviews 200'))).toHaveLength(2)
  })

  test(`${name}: a next page that is the same one again is not believed`, async () => {
    const { host, state, number } = await opened()
    state.fault = () => ({ status: 200, value: [], headers: { link: '<https://[>; rel="next"' } })
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
