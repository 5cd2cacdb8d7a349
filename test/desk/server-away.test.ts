import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { KEPT } from '../../src/compose.ts'
import { LOCAL } from '../../src/model/ids.ts'
import { newSession } from '../../src/sdk/session.ts'
import { ServerLease } from '../../src/server/server-lease.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { aDeskFolder } from '../../src/testing/desk-folder.ts'

test('where a server is away that should be there, the files are used, and what needs it says which address was tried', async () => {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  const store = await openSqliteStore({ folder: join(folder.root, KEPT) })
  const lease = new ServerLease(store, newSession(LOCAL), 'http://127.0.0.1:1')
  await lease.take()
  onTestFinished(() => lease.release().then(() => store.close()))
  expect(await ada(['checkpoints'])).toMatchObject({ code: 0, err: '' })
  expect(await ada(['tokens'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^leeway tokens: No server answers at http:\/\/127\.0\.0\.1:1\.\nStart it .*: leeway up\./,
    ),
  })
})
