import { expect, expectTypeOf, test } from 'vitest'
import { aHouse } from '../../testing/house.ts'
import type { Leeway } from '../leeway.ts'
import type { GivenInput, Program, ProgramJob } from './program.ts'

type Optional<Input> = Record<never, never> extends GivenInput<Input> ? true : false

test('the input may be left out exactly where the program takes nothing as well', () => {
  expectTypeOf<Optional<unknown>>().toEqualTypeOf<true>()
  expectTypeOf<Optional<void>>().toEqualTypeOf<true>()
  expectTypeOf<Optional<undefined>>().toEqualTypeOf<true>()
  expectTypeOf<Optional<null>>().toEqualTypeOf<true>()
  expectTypeOf<Optional<string | null>>().toEqualTypeOf<true>()
  expectTypeOf<Optional<{ readonly tag: string } | undefined>>().toEqualTypeOf<true>()
  expectTypeOf<Optional<string>>().toEqualTypeOf<false>()
  expectTypeOf<Optional<{ readonly tag?: string }>>().toEqualTypeOf<false>()
  expectTypeOf<Optional<never>>().toEqualTypeOf<false>()
})

test('what is given is held to the type of the program', () => {
  const calls = (
    leeway: Leeway,
    job: ProgramJob,
    { none, word, maybe }: { none: Program<unknown, 1>; word: Program<string, 2>; maybe: Program<string | null, 3> },
  ) => [
    leeway.start(none, { key: 'a' }),
    leeway.start(maybe, {}),
    leeway.start(maybe, { input: 'x' }),
    leeway.start(word, { input: 'x' }),
    job.child('scout', { program: none }),
    job.child('scout', { program: word, input: 'x' }),
    // @ts-expect-error It needs a word.
    leeway.start(word, { key: 'a' }),
    // @ts-expect-error It needs a word.
    leeway.start(word, { input: 1 }),
    // @ts-expect-error It takes a word or nothing.
    leeway.start(maybe, { input: 1 }),
    // @ts-expect-error It needs a word.
    job.child('scout', { program: word }),
    // @ts-expect-error There is no such option.
    leeway.start(none, { kee: 'a' }),
  ]
  expectTypeOf<ReturnType<typeof calls>[number]>().resolves.toHaveProperty('status')
})

test('what is left out is null, for children too, and the same as null for whoever asks again', async () => {
  const house = await aHouse()
  const leeway = await house.open({ policy: 'jobs/full' })
  const inner = leeway.program({ name: 'inner', version: '1' }, async (_job, input) => ({ input }))
  const outer = leeway.program({ name: 'outer', version: '1' }, async (job, input: string | null) => {
    const done = await job.child('scout', { program: inner })
    return { input, inner: done.status === 'completed' ? done.result : done.status }
  })
  const run = await leeway.start(outer, { key: 'a' })
  expect(run).toMatchObject({ status: 'completed', result: { input: null, inner: { input: null } } })
  expect(await leeway.start(outer, { key: 'a', input: null })).toMatchObject({ job: run.job })
})
