import { writeSync } from 'node:fs'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { anEffect, anEvent, aWrite, jobRow } from '../../src/testing/store-rows.ts'

/** Uses every call of a store again and again, tells what was acknowledged, and is killed at a named point. */
const [folder = '', point = '', nth = '1'] = process.argv.slice(2)

let left = Number(nth)
const store = await openSqliteStore({
  folder,
  crashPoint: (at) => {
    if (at === point && --left === 0) process.kill(process.pid, 'SIGKILL')
  },
})
// Written synchronously: what was told has left this process before anything else can happen.
const tell = (did: string): number => writeSync(1, `${did}\n`)

for (let at = 0; at < 50; at++) {
  const [a, b] = [`a${at}`, `b${at}`]
  const append = (id: string): Promise<unknown> =>
    store
      .append(
        aWrite({
          rows: [jobRow(id, 0), jobRow(`${id}-too`, 0)],
          events: [anEvent({ note: id })],
          effects: [anEffect(id)],
        }),
      )
      .then(() => tell(`append ${id}`))
  await Promise.all([append(a), append(b)])
  await store.endEffect(a).then(() => tell(`end ${a}`))
  await store.retryEffect(b, { at: new Date(0), error: 'again' }).then(() => tell(`retry ${b}`))
  await store.lease('effects', `holder ${at}`, 60).then((lease) => tell(`lease ${lease?.epoch}`))
  await store.release('effects', `holder ${at}`).then(() => tell(`release ${at}`))
}
