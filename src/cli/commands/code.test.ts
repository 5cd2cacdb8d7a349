import { expect, test } from 'vitest'
import { atTerminal, atTerminalWith, ENTER } from '../../testing/at-terminal.ts'
import { codeOf } from '../../testing/desk-folder.ts'
import { aServedHouse } from '../../testing/served-house.ts'
import { aBrowser } from '../../testing/signed-in-browser.ts'
import { SoftwarePasskey } from '../../testing/software-passkey.ts'

const ADD = { do: 'add_passkey' } as const
const HORSE = 'correct horse'
const TYPED = { columns: 100, keys: [HORSE, ENTER] }

/** A server in the background, which has no terminal, with rob at a browser and at a command line. */
async function inBackground() {
  const house = await aServedHouse({ showCode: null })
  const rob = await atTerminalWith(HORSE, house, 'rob', house.tokens.reviewer)
  const browser = await aBrowser(house, { link: (await rob(['open', '--no-open'])).out.trim() })
  return { house, browser, rob }
}

function codeIn(out: string): string {
  return /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(out)?.[0] ?? ''
}

test('a server without a terminal says where the code is read, and the first passkey is added with it', async () => {
  const { house, browser, rob } = await inBackground()
  expect(await browser.api.call('start_step_up', { for: ADD })).toMatchObject({ shown_in: 'command_line' })
  const { out } = await rob(['code'], TYPED)
  expect(out).toMatch(/to add a passkey \(once, until \d\d:\d\d:\d\d UTC\)/)
  const { options } = await browser.api.call('begin_passkey', { code: codeIn(out) })
  const device = new SoftwarePasskey(browser.origin)
  await browser.api.call('add_passkey', { name: 'My laptop', credential: device.make(options) })
  const [added] = await house.log('passkey_registered')
  expect(added?.data.step_up).toMatchObject({ kind: 'code', read_by: 'rob' })
  expect((await rob(['audit'], { columns: 200 })).out).toContain('by a code that rob read')
})

test('invariant 20: what can not be undone is approved in the browser with a code that its owner read, for that content alone', async () => {
  const { house, browser, rob } = await inBackground()
  const { id: checkpoint, content_hash } = await house.hold({ terms: { irreversible: true } })
  const answer = { checkpoint, content_hash, review: { answer: 'approve' } } as const
  await browser.api.call('start_step_up', { for: ADD })
  await browser.api.call('start_step_up', { for: { do: 'answer', checkpoint, content_hash } })
  const { rows } = JSON.parse((await rob(['code', '--json'], TYPED)).out.replace(/^[^{]*/, ''))
  expect(rows).toMatchObject([{ for: ADD }, { for: { do: 'answer', checkpoint, content_hash } }])
  expect(await codeOf(browser.api.call('answer_checkpoint', { ...answer, code: rows[0].code }))).toBe('step_up_needed')
  expect(await browser.api.call('answer_checkpoint', { ...answer, code: rows[1].code })).toMatchObject({
    status: 'approved',
  })
  const [vote] = await house.log('checkpoint_voted')
  expect(vote?.data.vote.step_up).toMatchObject({ kind: 'code', read_by: 'rob' })
})

test('a code that nobody has read is not to be guessed, and one that is read again is worth nothing before', async () => {
  const { browser, rob } = await inBackground()
  await browser.api.call('start_step_up', { for: ADD })
  expect(await codeOf(browser.api.call('begin_passkey', { code: '' }))).toBe('step_up_needed')
  const first = codeIn((await rob(['code'], TYPED)).out)
  const second = codeIn((await rob(['code'], TYPED)).out)
  expect(await codeOf(browser.api.call('begin_passkey', { code: first }))).toBe('step_up_needed')
  expect(await browser.api.call('begin_passkey', { code: second })).toMatchObject({ options: {} })
})

test('nobody reads a code without the passphrase, from a browser, or of somebody they do not look after', async () => {
  const { house, browser, rob } = await inBackground()
  await browser.api.call('start_step_up', { for: ADD })
  const wrong = await rob(['code'], { columns: 100, keys: ['another horse', ENTER] })
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('The passphrase is not yours') })
  expect(codeIn(wrong.out)).toBe('')
  expect(await codeOf(browser.api.call('read_codes', { passphrase: HORSE }))).toBe('step_up_needed')
  expect((await rob(['code', '--person', 'ada'], TYPED)).err).toContain('rob is not an administrator')
  const vic = await atTerminal(house, 'vic', house.tokens.viewer)
  const none = await vic(['code'], TYPED)
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining('leeway login --passphrase') })
  expect(none.out).not.toContain('passphrase')
})

test('an administrator reads somebody’s code to add a passkey, and none to answer in their name', async () => {
  const { house, browser } = await inBackground()
  const ada = await atTerminalWith(HORSE, house, 'ada', house.token)
  const { id: checkpoint, content_hash } = await house.hold({ terms: { irreversible: true } })
  await browser.api.call('start_step_up', { for: { do: 'answer', checkpoint, content_hash } })
  expect((await ada(['code', '--person', 'rob'], TYPED)).out).toContain('No browser of rob waits for a code to add')
  await browser.api.call('start_step_up', { for: ADD })
  expect((await ada(['code'], TYPED)).out).toContain('No browser of yours waits')
  const { out } = await ada(['code', '--person', 'rob'], TYPED)
  expect(out).not.toContain('answer')
  expect(await browser.api.call('begin_passkey', { code: codeIn(out) })).toMatchObject({ options: {} })
})

test('where no browser waits it is said, and without a terminal nothing is asked', async () => {
  const { rob } = await inBackground()
  expect((await rob(['code'], TYPED)).out).toContain('Ask for one there first.')
  expect(await rob(['code'])).toMatchObject({ code: 2, err: expect.stringContaining('in a terminal') })
})

test('a browser that asks without end does not keep its owner from reading what it asks for', async () => {
  const { browser, rob } = await inBackground()
  let told: unknown
  for (let count = 0; count < 100 && told !== 'too_many_requests'; count += 1) {
    told = await codeOf(browser.api.call('start_step_up', { for: ADD }))
  }
  expect(told).toBe('too_many_requests')
  expect((await rob(['code'], TYPED)).out).toContain('to add a passkey')
})
