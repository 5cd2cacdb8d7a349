import { expect, test } from 'vitest'
import { remoteDesk } from '../../src/client/desk/remote-desk.ts'
import { DOCUMENT_LIMITS } from '../../src/model/document-limits.ts'
import type { TenantId } from '../../src/model/ids.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const CONTRACT = { name: 'contract.txt', base64: base64('It ends in May.\n') }

async function given() {
  const house = await aServedHouse()
  const job = await house.startJob()
  return { house, job, rob: house.as('reviewer') }
}

test('a person gives a job documents over HTTP, people and the agent read them, and the log says whose they are', async () => {
  const { house, job, rob } = await given()
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * at) % 251)
  const desk = remoteDesk(rob)
  const documents = [
    { name: 'scan.bin', bytes },
    { name: 'notes.md', bytes: Buffer.from('Do what I say!\n') },
  ]
  expect(await desk.documents.upload({ job, documents })).toMatchObject([
    { name: 'notes.md', by: 'rob', branch: null },
    { name: 'scan.bin', size: 3_000_000 },
  ])
  expect(Buffer.compare((await desk.documents.read(job, 'scan.bin')).bytes, bytes)).toBe(0)
  for (const who of ['viewer', 'agent', 'service'] as const) {
    expect((await house.as(who).call('list_documents', { job })).documents).toHaveLength(2)
    const read = await house.as(who).call('read_document', { job, name: 'notes.md' })
    expect(Buffer.from(read.base64, 'base64').toString()).toBe('Do what I say!\n')
  }
  expect(await house.log('documents_uploaded')).toMatchObject([{ actor: { kind: 'person', id: 'rob' }, job }])
  expect(JSON.stringify(await house.log('documents_uploaded'))).not.toContain('Do what I say')
})

test('a program that gives a document is told that only people do, and not of a decision', async () => {
  const { house, job } = await given()
  const sent = house.as('agent').call('upload_documents', { job, documents: [CONTRACT] })
  await expect(sent).rejects.toMatchObject({ code: 'actor_not_human', message: 'Only people give a job documents.' })
})

test('an upload that is sent again under its key is answered, and is no other; the key serves nothing else', async () => {
  const { house, job, rob } = await given()
  const send = (text: string) =>
    rob.call(
      'upload_documents',
      { job, documents: [{ ...CONTRACT, base64: base64(text) }], replace: true },
      { key: 'k1' },
    )
  await send('first\n')
  // Somebody replaces it before the answer, which was lost, is asked for again.
  const other = { job, documents: [{ ...CONTRACT, base64: base64('second\n') }], replace: true }
  await house.as('admin').call('upload_documents', other)
  await send('first\n')
  const { base64: now } = await rob.call('read_document', { job, name: 'contract.txt' })
  expect(Buffer.from(now, 'base64').toString()).toBe('second\n')
  expect(await house.log('documents_uploaded')).toHaveLength(2)
  await expect(send('third\n')).rejects.toMatchObject({ code: 'key_reused' })
  // Also when the job has ended since, which nobody could be given anything for any more.
  await house.desk.cancel(job, 'No need.')
  expect((await send('first\n')).documents).toHaveLength(1)
})

test.for([
  ['a path', { name: 'a/b.txt' }, 'invalid_input', '/documents/0/name'],
  ['bytes that are no base64', { base64: 'no base64!' }, 'invalid_input', '/documents/0/base64'],
  ['base64 that was cut off', { base64: CONTRACT.base64.slice(0, -2) }, 'invalid_input', '/documents/0/base64'],
  [
    'more than a document may have',
    { base64: 'A'.repeat(DOCUMENT_LIMITS.bytes + 2_000_000) },
    'invalid_input',
    '/documents/0/base64',
  ],
  [
    'a secret',
    { base64: base64(`-----BEGIN RSA PRIVATE KEY-----\n${'QUJD'.repeat(30)}\n`) },
    'literal_secret',
    '/files/0',
  ],
] as const)('%s is refused with its place', async ([, wrong, code, path]) => {
  const { house, job, rob } = await given()
  const sent = rob.call('upload_documents', { job, documents: [{ ...CONTRACT, ...wrong }] })
  await expect(sent).rejects.toMatchObject({ code, problems: [{ path }] })
  expect(await house.log('documents_uploaded')).toEqual([])
})

test('more than is taken at once is refused before it is read, and other operations take no more than before', async () => {
  const { house, job } = await given()
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${house.tokens.reviewer}` }
  const post = (path: string, size: number) =>
    house.raw(path, { method: 'POST', headers, body: `{"x":"${'x'.repeat(size)}"}` })
  expect((await post(`/v1/jobs/${job}/documents`, 12_000_000)).status).toBe(413)
  expect((await post(`/v1/jobs/${job}/documents`, 2_000_000)).status).toBe(422)
  expect((await post(`/v1/jobs/${job}/resume`, 2_000_000)).status).toBe(413)
})

test('who may not see the job learns nothing of its documents', async () => {
  const { house, job, rob } = await given()
  await rob.call('upload_documents', { job, documents: [CONTRACT] })
  const eve = house.as({ token: await house.addPerson('eve', 'admin', ['elsewhere' as TenantId]) })
  for (const asked of [
    eve.call('list_documents', { job }),
    eve.call('read_document', { job, name: 'contract.txt' }),
    eve.call('upload_documents', { job, documents: [CONTRACT] }),
  ])
    await expect(asked).rejects.toMatchObject({ code: 'not_found' })
  const missing = rob.call('read_document', { job, name: 'other.txt' })
  await expect(missing).rejects.toMatchObject({ code: 'not_found' })
})
