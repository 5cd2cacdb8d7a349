import { expect, onTestFinished, test, vi } from 'vitest'
import type { Assertion, RequestOptions } from '../api/web-authn.ts'
import { codeOf } from '../testing/desk-folder.ts'
import { aServedHouse, type ServedHouse } from '../testing/served-house.ts'
import { aBrowser, type SignedInBrowser } from '../testing/signed-in-browser.ts'
import { certificateStatement, SoftwarePasskey } from '../testing/software-passkey.ts'

const ADD = { do: 'add_passkey' } as const

/** Something that can't be undone, and how rob approves it. */
async function aHeld(house: ServedHouse, to = 'bob') {
  const gate = { kind: 'tool', tool: 'send', args: { to } } as const
  const { id: checkpoint, content_hash } = await house.hold({ gate, terms: { irreversible: true } })
  const wanted = { do: 'answer', checkpoint, content_hash } as const
  const ask = async ({ api }: SignedInBrowser): Promise<RequestOptions> => {
    const { options } = await api.call('start_step_up', { for: wanted, by: 'passkey' })
    if (options === null) throw new Error('There is nothing to sign.')
    return options
  }
  const approve = ({ api }: SignedInBrowser, assertion: Assertion, key?: string) =>
    api.call(
      'answer_checkpoint',
      { checkpoint, content_hash, review: { answer: 'approve' }, assertion },
      key === undefined ? {} : { key },
    )
  return { checkpoint, content_hash, wanted, ask, approve }
}

test('invariant 20: a passkey proves presence for an action that cannot be undone, and the log says which one and when', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const device = await rob.addPasskey()
  const { ask, approve, content_hash } = await aHeld(house)
  const given = device.sign(await ask(rob))
  expect(await approve(rob, given)).toMatchObject({ status: 'approved' })
  const { rows } = await rob.api.call('list_passkeys', {})
  expect(rows).toMatchObject([{ name: 'My laptop', rp_id: 'localhost', used_at: expect.any(String) }])
  const [vote] = await house.log('checkpoint_voted')
  const step_up = { kind: 'passkey', passkey: rows[0]?.id, at: expect.any(String) }
  expect(vote?.data).toMatchObject({ vote: { by: 'rob', content_hash, step_up } })
  expect(await house.log('passkey_used')).toMatchObject([{ data: { counter: 1, to: 'answer' } }])
})

test('an answer that was lost on its way is given again under the same key, though what was signed is used up', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const device = await rob.addPasskey()
  const { ask, approve } = await aHeld(house)
  const options = await ask(rob)
  const given = device.sign(options)
  const first = await approve(rob, given, 'answer-1')
  expect(await approve(rob, given, 'answer-1')).toEqual(first)
  // Whoever proves it anew asks the same.
  expect(await approve(rob, device.sign(options), 'answer-1')).toEqual(first)
  expect(await house.log('passkey_used')).toHaveLength(1)
})

test('what was signed is taken once', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const device = await rob.addPasskey()
  const { ask, wanted, checkpoint, content_hash } = await aHeld(house)
  const assertion = device.sign(await ask(rob), { counter: 0 })
  const remark = { answer: 'comment', reason: 'Hm.' } as const
  await rob.api.call('answer_checkpoint', { checkpoint, content_hash, review: remark, assertion })
  const review = { answer: 'approve' } as const
  const again = { checkpoint, content_hash, review, assertion }
  expect(await codeOf(rob.api.call('answer_checkpoint', again))).toBe('step_up_needed')
  // Nor does it answer what was asked anew.
  await rob.api.call('start_step_up', { for: wanted, by: 'passkey' })
  expect(await codeOf(rob.api.call('answer_checkpoint', again))).toBe('step_up_needed')
})

test('what was signed to add a passkey adds one', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const device = await rob.addPasskey()
  const { options } = await rob.api.call('start_step_up', { for: ADD, by: 'passkey' })
  const assertion = device.sign(options!, { counter: 0 })
  await rob.api.call('begin_passkey', { assertion })
  expect(await codeOf(rob.api.call('begin_passkey', { assertion }))).toBe('step_up_needed')
})

test('what was signed for one checkpoint, content, person or browser is worth nothing for another', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const elsewhere = await aBrowser(house, house.tokens.reviewer)
  const ada = await aBrowser(house, house.tokens.admin)
  const device = await rob.addPasskey()
  await ada.addPasskey()
  const [mail, same, other] = [await aHeld(house), await aHeld(house), await aHeld(house, 'eve')]
  expect(same.content_hash).toBe(mail.content_hash)
  for (const [into, by] of [
    [same, rob],
    [other, rob],
    [mail, elsewhere],
    [mail, ada],
  ] as const) {
    const signed = device.sign(await mail.ask(rob))
    await into.ask(by)
    expect(await codeOf(into.approve(by, signed))).toBe('step_up_needed')
    // Also where nothing was asked for there at all.
    expect(await codeOf(into.approve(by, signed))).toBe('step_up_needed')
  }
  expect(await house.log('passkey_used')).toEqual([])
  expect(await mail.approve(rob, device.sign(await mail.ask(rob)))).toMatchObject({ status: 'approved' })
})

test('the code of one browser is worth nothing in another', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const elsewhere = await aBrowser(house, house.tokens.reviewer)
  const { wanted, checkpoint, content_hash } = await aHeld(house)
  const given = { checkpoint, content_hash, review: { answer: 'approve' }, code: await rob.code(wanted) } as const
  expect(await codeOf(elsewhere.api.call('answer_checkpoint', given))).toBe('step_up_needed')
  expect(await rob.api.call('answer_checkpoint', given)).toMatchObject({ status: 'approved' })
})

test.for([
  ['of another origin on the same host', { origin: 'http://localhost:3000' }],
  ['of another site', { origin: 'https://evil.example' }],
  ['for another name', { rpId: 'evil.example' }],
  ['without a look at who it is', { isVerified: false }],
  ['without anybody there', { isPresent: false }],
  ['of another challenge', { challenge: 'AAAA' }],
  ['as a registration', { type: 'webauthn.create' }],
  ['in a frame of another site', { crossOrigin: true }],
] as const)('what a passkey signed %s proves nothing', async ([, bent]) => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const device = await rob.addPasskey()
  const { ask, approve } = await aHeld(house)
  expect(await codeOf(approve(rob, device.sign(await ask(rob), bent)))).toBe('step_up_needed')
  expect(await house.log('passkey_used')).toEqual([])
})

test('a signature that was changed, and one of another key under the same name, prove nothing', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const device = await rob.addPasskey()
  const { ask, approve } = await aHeld(house)
  const signed = device.sign(await ask(rob))
  const forged = new SoftwarePasskey(rob.origin).sign(await ask(rob))
  const more = device.sign(await ask(rob), { counter: 99 })
  const { authenticatorData } = more.response
  for (const bad of [
    { ...forged, id: signed.id },
    { ...signed, response: { ...signed.response, authenticatorData } },
    { ...signed, response: { ...signed.response, signature: 'AAAA' } },
  ]) {
    expect(await codeOf(approve(rob, bad))).toBe('step_up_needed')
    await ask(rob)
  }
})

test('a passkey whose count went back is refused, and that is in the log', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const device = await rob.addPasskey()
  const [first, second] = [await aHeld(house), await aHeld(house)]
  await first.approve(rob, device.sign(await first.ask(rob), { counter: 7 }))
  for (const counter of [7, 6, 0]) {
    expect(await codeOf(second.approve(rob, device.sign(await second.ask(rob), { counter })))).toBe('step_up_needed')
  }
  const refused = (await house.log('passkey_refused')).map(({ data }) => data)
  expect(refused).toMatchObject([7, 6, 0].map((counter) => ({ person: 'rob', counter, known: 7 })))
  // Only what it really signed is told of it: nobody fills the log by making counts up.
  const stranger = { ...new SoftwarePasskey(rob.origin).sign(await second.ask(rob), { counter: 1 }), id: idOf(device) }
  expect(await codeOf(second.approve(rob, stranger))).toBe('step_up_needed')
  expect(await house.log('passkey_refused')).toHaveLength(3)
})

const idOf = (device: SoftwarePasskey) => device.id.toString('base64url')

test('nobody answers with somebody else’s passkey, nor with one that was removed', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const ada = await aBrowser(house, house.tokens.admin)
  const [device, hers] = [await rob.addPasskey(), await ada.addPasskey()]
  const { ask, approve } = await aHeld(house)
  expect(await codeOf(approve(rob, hers.sign(await ask(rob))))).toBe('step_up_needed')
  const { options } = await rob.api.call('start_step_up', { for: ADD, by: 'passkey' })
  expect(await codeOf(rob.api.call('begin_passkey', { assertion: hers.sign(options!) }))).toBe('step_up_needed')
  const signed = device.sign(await ask(rob))
  const [own] = (await rob.api.call('list_passkeys', {})).rows
  await ada.api.call('remove_passkey', { passkey: own!.id, person: own!.person })
  expect(await codeOf(approve(rob, signed))).toBe('step_up_needed')
  expect(await codeOf(ask(rob))).toBe('no_passkey')
  expect(await house.log('passkey_removed')).toMatchObject([
    { actor: { id: 'ada' }, data: { person: 'rob', step_up: null } },
  ])
})

test('what was asked for is worth nothing after five minutes', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const device = await rob.addPasskey()
  const { ask, approve } = await aHeld(house)
  const signed = device.sign(await ask(rob))
  const begun = await rob.api.call('begin_passkey', { code: await rob.code(ADD) })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_001 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await codeOf(approve(rob, signed))).toBe('step_up_needed')
  const credential = new SoftwarePasskey(rob.origin).make(begun.options)
  expect(await codeOf(rob.api.call('add_passkey', { name: 'Late', credential }))).toBe('step_up_needed')
})

test('a sign-in alone adds no passkey', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const device = new SoftwarePasskey(rob.origin)
  expect(await codeOf(rob.api.call('begin_passkey', {}))).toBe('step_up_needed')
  expect(await codeOf(rob.api.call('begin_passkey', { code: 'AAAA-AAAA' }))).toBe('step_up_needed')
  const { wanted } = await aHeld(house)
  const forAnswering = await rob.code(wanted)
  expect(await codeOf(rob.api.call('begin_passkey', { code: forAnswering }))).toBe('step_up_needed')
  const options = { rp: { id: 'localhost' }, challenge: 'AAAA' } as Parameters<SoftwarePasskey['make']>[0]
  const credential = device.make(options)
  expect(await codeOf(rob.api.call('add_passkey', { name: 'Mine', credential }))).toBe('step_up_needed')
  expect(await house.log('passkey_registered')).toEqual([])
})

test('another passkey of the same person is proof enough to add one, and a code is shown for what it is for', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const first = await rob.addPasskey()
  expect(house.shown.at(-1)).toMatchObject({ person: 'rob', for: ADD })
  const { options } = await rob.api.call('start_step_up', { for: ADD, by: 'passkey' })
  const begun = await rob.api.call('begin_passkey', { assertion: first.sign(options!) })
  expect(begun.options).toMatchObject({ rp: { id: 'localhost' }, excludeCredentials: [{ id: idOf(first) }] })
  const second = new SoftwarePasskey(rob.origin)
  await rob.api.call('add_passkey', { name: 'My phone', credential: second.make(begun.options) })
  const [, added] = await house.log('passkey_registered')
  expect(added?.data).toMatchObject({ passkey: { name: 'My phone' }, step_up: { kind: 'passkey' } })
})

test.for([
  ['of another origin', { origin: 'http://localhost:3000' }],
  ['for another name', { rpId: 'evil.example' }],
  ['without a look at who it is', { isVerified: false }],
  ['of another challenge', { challenge: 'AAAA' }],
  ['as a signature', { type: 'webauthn.get' }],
  ['with a certificate that names an address', { fmt: 'packed', statement: certificateStatement(Buffer.from('crl')) }],
  ['with a statement of a kind that nobody asked for', { fmt: 'tpm' }],
  ['as a heap of nested lists', { statement: Buffer.alloc(11_000, 0x81) }],
] as const)('a passkey that was made %s is not added', async ([, bent]) => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const { options } = await rob.api.call('begin_passkey', { code: await rob.code(ADD) })
  const credential = new SoftwarePasskey(rob.origin).make(options, bent)
  expect(await codeOf(rob.api.call('add_passkey', { name: 'Mine', credential }))).toBe('passkey_unfit')
  expect(await house.log('passkey_registered')).toEqual([])
})

test('a passkey that is being made in one browser is not finished in another, nor twice', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const elsewhere = await aBrowser(house, house.tokens.reviewer)
  const { options } = await rob.api.call('begin_passkey', { code: await rob.code(ADD) })
  const made = { name: 'Mine', credential: new SoftwarePasskey(rob.origin).make(options) }
  expect(await codeOf(elsewhere.api.call('add_passkey', made))).toBe('step_up_needed')
  const added = await rob.api.call('add_passkey', made, { key: 'add-1' })
  expect(await rob.api.call('add_passkey', made, { key: 'add-1' })).toEqual(added)
  expect(await codeOf(rob.api.call('add_passkey', made, { key: 'add-2' }))).toBe('step_up_needed')
  expect(await house.log('passkey_registered')).toHaveLength(1)
})

test('an eleventh passkey is refused before anything is proved for it', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  for (let number = 1; number <= 10; number += 1) await rob.addPasskey(`Number ${number}`)
  const code = await rob.code(ADD)
  expect(await codeOf(rob.api.call('begin_passkey', { code }))).toBe('too_many_passkeys')
  expect((await rob.api.call('list_passkeys', {})).rows).toHaveLength(10)
})

test('a passkey is removed by its person with a proof, or by an administrator, and by nobody else', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const vic = await aBrowser(house, house.tokens.viewer)
  await rob.addPasskey()
  const [own] = (await rob.api.call('list_passkeys', {})).rows
  const { id: passkey, person } = own!
  const wanted = { do: 'remove_passkey', passkey } as const
  expect(await codeOf(rob.api.call('remove_passkey', { passkey }))).toBe('step_up_needed')
  expect(await codeOf(rob.api.call('remove_passkey', { passkey, code: await rob.code(ADD) }))).toBe('step_up_needed')
  expect(await codeOf(vic.api.call('remove_passkey', { passkey, person }))).toBe('not_authorised')
  expect(await codeOf(vic.api.call('list_passkeys', { person }))).toBe('not_authorised')
  expect(await codeOf(vic.api.call('start_step_up', { for: wanted }))).toBe('not_found')
  expect((await house.as('admin').call('list_passkeys', { person })).rows).toHaveLength(1)
  await rob.api.call('remove_passkey', { passkey, code: await rob.code(wanted) })
  expect((await rob.api.call('list_passkeys', {})).rows).toEqual([])
  expect(await codeOf(rob.api.call('remove_passkey', { passkey }))).toBe('not_found')
})

test('no agent and no service adds, uses or sees a passkey', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer)
  const device = await rob.addPasskey()
  const { ask, wanted, checkpoint, content_hash } = await aHeld(house)
  const assertion = device.sign(await ask(rob))
  for (const who of ['agent', 'service'] as const) {
    const program = house.as(who)
    const answer = { checkpoint, content_hash, review: { answer: 'approve' }, assertion } as const
    for (const tried of [
      () => program.call('start_step_up', { for: wanted, by: 'passkey' }),
      () => program.call('list_passkeys', {}),
      () => program.call('begin_passkey', { assertion }),
      () => program.call('answer_checkpoint', answer),
    ]) {
      expect(await codeOf(tried())).toBe('actor_not_human')
    }
  }
})

test('at an address of numbers, and without a page, there are no passkeys, and the code stays', async () => {
  const house = await aServedHouse()
  const rob = await aBrowser(house, house.tokens.reviewer, '127.0.0.1')
  const byNumbers = await aBrowser(house, house.tokens.reviewer, '[::1]')
  await (await aBrowser(house, house.tokens.reviewer)).addPasskey()
  const { wanted, checkpoint, content_hash } = await aHeld(house)
  const code = await rob.code(ADD)
  for (const api of [rob.api, byNumbers.api, house.as('reviewer')]) {
    expect(await codeOf(api.call('start_step_up', { for: wanted, by: 'passkey' }))).toBe('no_passkeys_here')
    expect(await codeOf(api.call('begin_passkey', { code }))).toBe('no_passkeys_here')
  }
  const answer = { checkpoint, content_hash, review: { answer: 'approve' }, code: await rob.code(wanted) } as const
  expect(await rob.api.call('answer_checkpoint', answer)).toMatchObject({ status: 'approved' })
})

test('a terminal is not flooded with codes: whoever asks too often is told to wait, and nobody else', async () => {
  const house = await aServedHouse()
  const [rob, ada] = [await aBrowser(house, house.tokens.reviewer), await aBrowser(house, house.tokens.admin)]
  let told: unknown
  for (let count = 0; count < 100 && told !== 'too_many_requests'; count += 1) told = await codeOf(rob.code(ADD))
  expect(told).toBe('too_many_requests')
  expect(house.shown.length).toBeLessThan(100)
  expect(await codeOf(ada.code(ADD))).toMatch(/^\w{4}-\w{4}$/)
})

test('a viewer is asked for no proof of what they may not do', async () => {
  const house = await aServedHouse()
  const { wanted } = await aHeld(house)
  const vic = await aBrowser(house, house.tokens.viewer)
  expect(await codeOf(vic.api.call('start_step_up', { for: wanted }))).toBe('not_authorised')
  expect(house.shown).toEqual([])
})
