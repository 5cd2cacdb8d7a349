import { expect, test } from 'vitest'
import { run } from '../../testing/fake-io.ts'
import { ACTS } from '../demo/acts.ts'

test('without a terminal it answers itself, prints the story and ends', async () => {
  const { out, err, code } = await run(['demo'])
  expect({ err, code }).toEqual({ err: '', code: 0 })
  for (const { title } of ACTS) expect(out).toContain(title)
  for (const said of [
    'reads well',
    'It ran, once: mail sent to ann@example.org',
    'goes on with Hamburg',
    'refused, twice',
  ]) {
    expect(out).toContain(said)
  }
  expect(out).toContain(`${ACTS.length} of ${ACTS.length}`)
  expect(out).not.toContain('\u001b')
})

test('a person answers with single keys, and sees why', async () => {
  const keys = ['x', 'w', 'a', 'a', 'a', 'a', 'r', 'not now', '\r', 'q']
  const { out, code } = await run(['demo'], { columns: 100, environment: { NO_COLOR: '1' }, keys })
  expect(code).toBe(0)
  expect(out).toContain('Why it is held')
  expect(out).toContain('rejected by you: it does not go on (not now)')
  expect(out).toContain('4 of 7')
  expect(out).not.toContain('5 of 7')
})
