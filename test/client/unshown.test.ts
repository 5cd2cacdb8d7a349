import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { remoteDesk } from '../../src/client/desk/remote-desk.ts'
import type { TenantId } from '../../src/model/ids.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

/** More than any screen shows, and than is read at once. */
const BYTES = new Uint8Array(20_000_000).map((_zero, at) => at % 251)

async function aBinary() {
  const house = await aServedHouse()
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic' }, async (workspace) => {
      await workspace.step('write', (files) => files.write('pictures/lo"go;\u00e9.bin', BYTES))
      return {}
    }),
  )
  await leeway.start(program, { key: 'a', input: null })
  const { pulls } = remoteDesk(house.as('reviewer'))
  const [pull] = (await pulls.list()).rows
  if (pull === undefined) throw new Error('Nothing was offered.')
  const address = `/v1/pulls/${encodeURIComponent(pull.id)}/raw?path=${encodeURIComponent('pictures/lo"go;\u00e9.bin')}`
  const raw = (token: string, path = address) => house.raw(path, { headers: { Authorization: `Bearer ${token}` } })
  return { house, pulls, id: pull.id, address, raw }
}

const named = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a file is handed out whole and as it is, to be kept and never to be opened', async () => {
  const { house, pulls, id, address, raw } = await aBinary()
  const response = await raw(house.tokens.viewer)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="lo_go__.bin"',
    'content-length': '20000000',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(named(await response.bytes())).toBe(named(BYTES))
  const { size, bytes } = await pulls.download(id, { path: 'pictures/lo"go;\u00e9.bin' })
  const got: Uint8Array[] = []
  for await (const chunk of bytes) got.push(chunk)
  expect([size, named(Buffer.concat(got))]).toEqual([20_000_000, named(BYTES)])
  const head = await house.raw(address, { method: 'HEAD', headers: { Authorization: `Bearer ${house.tokens.viewer}` } })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '20000000', ''])
})

test('nobody gets it who may not see the pull request, nor what is not there', async () => {
  const { house, address, raw } = await aBinary()
  const elsewhere = await house.addPerson('far', 'admin', ['elsewhere' as TenantId])
  const statuses = [house.tokens.agent, house.tokens.service, elsewhere].map(async (token) => (await raw(token)).status)
  expect(await Promise.all(statuses)).toEqual([403, 403, 404])
  expect((await house.raw(address)).status).toBe(401)
  const other = (to: string) => raw(house.tokens.viewer, address.replace(/path=.*/, to))
  expect((await other('path=none.bin')).status).toBe(404)
  expect((await other('path=workspace.md&side=old')).status).toBe(404)
  expect((await other('path=workspace.md&round=9')).status).toBe(404)
  expect((await other('path=..%2F..%2Fetc%2Fpasswd')).status).toBe(422)
})

test('invariant 22: over HTTP, too, nobody approves what no screen shows before they have marked it', async () => {
  const { house, pulls, id } = await aBinary()
  const { pull, checkpoint, unshown } = await pulls.read(id)
  const content_hash = checkpoint?.content_hash ?? ''
  const approve = () => pulls.submit({ pull: id, head: pull.head, content_hash, answer: 'approve' })
  expect(unshown).toMatchObject([{ path: 'pictures/lo"go;\u00e9.bin', unshown: 'binary' }])
  expect(await codeOf(approve())).toBe('unseen_files')
  const plain = house.as('reviewer').call('answer_checkpoint', {
    ...{ checkpoint: pull.checkpoint as never, content_hash, review: { answer: 'approve' } },
  })
  expect(await codeOf(plain)).toBe('unseen_files')
  await pulls.markFiles(id, { [unshown[0]?.path ?? '']: unshown[0]?.hash ?? '' })
  expect(await approve()).toMatchObject({ status: 'approved' })
})

test('invariant 36: one person reads so many files at once and no more, and others when those are done', async () => {
  const { house, raw } = await aBinary()
  const open = await Promise.all(Array.from({ length: 4 }, () => raw(house.tokens.viewer)))
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await raw(house.tokens.viewer)).status).toBe(429)
  const other = await raw(house.tokens.reviewer)
  expect(other.status).toBe(200)
  await Promise.all([...open, other].map((response) => response.body?.cancel()))
  await expect
    .poll(async () => {
      const again = await raw(house.tokens.viewer)
      await again.body?.cancel()
      return again.status
    })
    .toBe(200)
})
