import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { aHouse, type House } from '../../src/testing/house.ts'
import { runChild } from '../store/run-child.ts'
import { lanesProgram } from './lanes-program.ts'
import { letterProgram } from './letter-program.ts'
import { WARM_START } from './warm-start.ts'

const PROCESS = fileURLToPath(new URL('./killed-process.ts', import.meta.url))
const approve = { answer: 'approve' } as const

/** Lets a process of its own run the program, and kills it when it comes to a point. */
async function kill(house: House, point: string, { nth = 1, which = 'letter' } = {}) {
  const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
  const ended = await runChild([node, PROCESS, house.root, effectsOf(house), point, String(nth), which], {
    env: WARM_START,
  })
  if (ended.signal !== 'SIGKILL') throw new Error(`It was not killed: ${ended.out}${ended.err}`)
}

const effectsOf = (house: House): string => join(house.root, 'effects')

function linesOf(house: House): string[] {
  try {
    return readFileSync(effectsOf(house), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

/** Goes on in this process, with a person who approves whatever is held, until nothing goes on any more. */
async function goOn(house: House) {
  const leeway = await house.open()
  const lines: string[] = []
  const letter = letterProgram(leeway, (line) => lines.push(line))
  let run = await leeway.start(letter, { key: 'letter', input: 'Bob' })
  while (run.status === 'held' && (await house.answerAll(approve)) > 0)
    run = (await leeway.resume(run.job)) as typeof run
  return { run, lines: [...linesOf(house), ...lines] }
}

const ONCE = ['draft', 'charge', 'stamp', 'send']

test.for([
  // killed at             and what is done in the end
  ['step:recorded', 1, ONCE],
  ['step:ran', 1, ['draft', ...ONCE]],
  ['gate:asked', 1, ONCE],
] as const)('killed at %s (%i.), a program goes on elsewhere with what it had', async ([point, nth, effects]) => {
  const house = await aHouse()
  await kill(house, point, { nth })
  const { run, lines } = await goOn(house)
  expect(run).toMatchObject({ status: 'completed', result: 'Dear Bob' })
  expect(lines).toEqual(effects)
})

test('killed while a step that runs once was under way, the job is in doubt until a person says what became of it', async () => {
  const house = await aHouse()
  await kill(house, 'action:ran')
  const { run, lines } = await goOn(house)
  expect(run.status).toBe('in_doubt')
  expect(lines).toEqual(['draft', 'charge'])

  const [attempt] = (await house.desk.inDoubt()).rows
  if (attempt === undefined) throw new Error('Nothing is in doubt.')
  await house.desk.settle(attempt.id, { status: 'succeeded', reason: 'The card was charged.' })
  const after = await goOn(house)
  expect(after.run).toMatchObject({ status: 'completed' })
  expect(after.lines).toEqual(ONCE)
})

test('killed at work beside a question, a phase goes on elsewhere while that still waits', async () => {
  const house = await aHouse()
  await kill(house, 'step:recorded', { which: 'lanes' })
  expect(linesOf(house)).toEqual(['draft'])
  const leeway = await house.open()
  const lines: string[] = []
  const lanes = lanesProgram(leeway, (line) => lines.push(line))
  expect(await leeway.start(lanes, { key: 'letter', input: 'Bob' })).toMatchObject({ status: 'held' })
  expect(lines).toEqual(['charge'])
  expect(await leeway.resumeAll()).toEqual([])
  await house.answerAll(approve)
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'completed', result: 'Dear Bob' }])
  expect(lines).toEqual(['charge', 'sign'])
})
