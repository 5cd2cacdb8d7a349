import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { openLeeway as connect } from '../../src/client/index.ts'
import { aHouse } from '../../src/testing/house.ts'
import { HOUSE_POLICY } from '../../src/testing/house-policy.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

const GATE = { kind: 'checkpoint', type: 'deliverable' } as const

async function onTheFiles() {
  const house = await aHouse()
  return { house, leeway: await house.open() }
}

async function behindAServer() {
  const house = await aServedHouse()
  const { url, tokens } = house
  const leeway = await connect({ url, token: tokens.service, agent: 'scout', policy: HOUSE_POLICY, tellHolds: false })
  onTestFinished(() => leeway.close())
  return { house, leeway }
}

const PLACES = [
  ['on the files', onTheFiles],
  ['behind a server', behindAServer],
] as const

test.for(PLACES)(
  '%s: a schema with a check that people could not be held to is refused, and nobody is asked',
  async (place) => {
    const { house, leeway } = await place[1]()
    const even = z.number().refine((euros) => euros % 2 === 0, 'An even sum, please.')
    const asked = leeway.gate(GATE, { key: 'price', answers: ['respond'], response: z.object({ euros: even }) })
    await expect(asked).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(
        /a check at \/properties\/euros that JSON Schema can not say \(refine\).*multipleOf/,
      ),
    })
    expect((await house.desk.checkpoints()).rows).toEqual([])
  },
)

const anyway = () => true
test.for([
  ['of the whole', z.object({ a: z.number() }).refine(anyway)],
  ['in several fields', z.object({ a: z.number() }).superRefine(() => undefined)],
  ['in a list', z.array(z.string().refine(anyway))],
  ['behind a default', z.object({ a: z.number().refine(anyway).default(1) })],
  ['behind a transform', z.string().transform(Number).refine(anyway)],
  ['where a transform leads', z.string().transform(Number).pipe(z.number().refine(anyway))],
  ['of a beginning', z.string().startsWith('a')],
  ['of capitals', z.string().lowercase()],
  ['of a format of its own', z.stringFormat('postcode', anyway)],
  ['of a host', z.url({ hostname: /^example\.org$/ })],
] as const)('a check is refused %s', async ([, response]) => {
  const { leeway } = await onTheFiles()
  const asked = leeway.gate(GATE, { key: 'k', answers: ['respond'], response, onHold: 'throw' })
  await expect(asked).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('can not say') })
})

test.for([
  ['numbers', z.object({ euros: z.number().positive().multipleOf(2).max(100), count: z.int() })],
  ['texts', z.object({ name: z.string().trim().min(1).max(9), mail: z.email(), on: z.iso.date(), at: z.url() })],
  [
    'lists',
    z
      .array(z.enum(['a', 'b']))
      .min(1)
      .max(3),
  ],
  ['what is read from it', z.string().transform(Number)],
] as const)('what JSON Schema says is taken: %s', async ([, response]) => {
  const { leeway } = await onTheFiles()
  const asked = leeway.gate(GATE, { key: 'k', answers: ['respond'], response, onHold: 'throw' })
  await expect(asked).rejects.toMatchObject({ code: 'held' })
})

test.for(PLACES)(
  '%s: an answer that only the agent’s own schema refuses is no answer to it, and nothing goes on',
  async (place) => {
    const { house, leeway } = await place[1]()
    const response = z.object({ name: z.string().trim().min(1) })
    const options = { key: 'name', answers: ['respond'], response } as const
    const asked = leeway.gate(GATE, options)
    const refused = {
      code: 'unfit_response',
      message: expect.stringMatching(/at \/name: .*Nothing went on with it\. Ask again under another key/),
      details: { checkpoint: expect.any(String) },
    }
    const told = asked.catch((error: unknown) => error)
    await expect.poll(() => house.answerAll({ answer: 'respond', value: { name: ' ' } }), { timeout: 10_000 }).toBe(1)
    expect(await told).toMatchObject(refused)
    await expect(leeway.gate(GATE, options)).rejects.toMatchObject(refused)
    // It was given, and is not taken up.
    expect(await house.log('checkpoint_resolved')).toMatchObject([{ data: { status: 'answered' } }])
    expect(await house.log('approval_spent')).toEqual([])

    const again = leeway.gate(GATE, { ...options, key: 'name again' })
    await expect
      .poll(() => house.answerAll({ answer: 'respond', value: { name: ' Ann ' } }), { timeout: 10_000 })
      .toBe(1)
    expect(await again).toMatchObject({ outcome: 'answered', value: { name: 'Ann' } })
  },
)
