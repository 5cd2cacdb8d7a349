import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { aHouse } from '../testing/house.ts'
import type { Leeway } from './leeway.ts'
import type { Allowed, Answered, Approved, Passage, Refused, Rejected, SentBack, Unanswered } from './passage.ts'
import type { ProgramJob } from './program/program.ts'

const GATE = { kind: 'checkpoint', type: 'deliverable' } as const
type Always = Allowed | Rejected | Unanswered | Refused

test('the type of the answer follows the allowed answers and the response schema', () => {
  const ask = (leeway: Leeway, job: ProgramJob) => ({
    usual: leeway.gate(GATE),
    yesOrNo: leeway.gate(GATE, { answers: ['approve', 'reject'] }),
    value: leeway.gate(GATE, { answers: ['respond'], response: z.object({ euros: z.number() }) }),
    back: job.gate(GATE, { answers: ['approve', 'request_changes'] }),
    read: job.gate(GATE, { answers: ['respond'], response: z.string().transform(Number) }),
    yes: leeway.gate(GATE, { answers: ['approve'] }),
    remark: leeway.gate(GATE, { answers: ['comment'] }),
  })
  type Asked = ReturnType<typeof ask>
  expectTypeOf<Awaited<Asked['usual']>>().toEqualTypeOf<Always | Approved>()
  expectTypeOf<Awaited<Asked['yesOrNo']>>().toEqualTypeOf<Always | Approved>()
  expectTypeOf<Awaited<Asked['value']>>().toEqualTypeOf<Always | Answered<{ euros: number }>>()
  expectTypeOf<Awaited<Asked['back']>>().toEqualTypeOf<Always | Approved | SentBack>()
  expectTypeOf<Awaited<Asked['read']>>().toEqualTypeOf<Always | Answered<number>>()
  expectTypeOf<Awaited<Asked['yes']>>().toEqualTypeOf<Always | Approved>()
  expectTypeOf<Awaited<Asked['remark']>>().toEqualTypeOf<Always>()
})

test('what may go on is told by one field, and the arguments to use come with it', () => {
  const argsOf = (passage: Passage) => (passage.go ? passage.args : passage.outcome)
  type Out = ReturnType<typeof argsOf>
  expectTypeOf<Out>().toEqualTypeOf<
    | Readonly<Record<string, unknown>>
    | 'answered'
    | 'rejected'
    | 'sent_back'
    | 'expired'
    | 'cancelled'
    | 'superseded'
    | 'denied'
    | 'stopped'
  >()
})

test('a response is read with its schema, so that the value is what its type says', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const options = { key: 'when', answers: ['respond'], response: z.string().transform(Number) } as const
  const asked = leeway.gate(GATE, options)
  await expect.poll(() => house.answerAll({ answer: 'respond', value: '7' }), { timeout: 10_000 }).toBe(1)
  expect(await asked).toMatchObject({ outcome: 'answered', value: 7 })
})

test.for([[['approve']], [['respond']], [['approve', 'comment']], [['comment']]] as const)(
  'people can say no where a gate takes %o',
  async ([answers]) => {
    const house = await aHouse()
    const asked = (await house.open()).gate(GATE, { key: 'no', answers })
    await expect.poll(() => house.answerAll({ answer: 'reject', reason: 'no' }), { timeout: 10_000 }).toBe(1)
    expect(await asked).toMatchObject({ outcome: 'rejected', reason: 'no' })
  },
)
