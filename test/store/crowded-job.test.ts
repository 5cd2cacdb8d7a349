import { expect, test } from 'vitest'
import { aDeskFolder } from '../../src/testing/desk-folder.ts'

test('however many gates of one job are held at once, each is held once and none is lost', async () => {
  const { agent } = await aDeskFolder()
  const leeway = await agent()
  const job = await leeway.job()
  const keys = Array.from({ length: 500 }, (_, at) => `call-${at}`)
  const asked = keys.map((key) => job.gate({ kind: 'tool', tool: 'send_mail', args: { key } }, { key }))
  const codes = (await Promise.allSettled(asked)).map((one) =>
    one.status === 'rejected' ? one.reason.code : one.value,
  )
  expect(new Set(codes)).toEqual(new Set(['held']))
  const { held } = await job.read()
  expect(new Set(held).size).toBe(keys.length)
})
