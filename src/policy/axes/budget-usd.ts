import * as z from 'zod'
import { type Axis, judging, notJudged } from '../axis.ts'
import { lowerIsStricter } from '../order.ts'

const axis = 'budget_usd'

/** How much money a job may spend before a person is asked. */
export const budgetUsd: Axis<typeof axis, number> = {
  name: axis,
  about: 'How many dollars a job may spend before a person is asked.',
  stricter: 'lower',
  schema: z.number().nonnegative(),
  ...lowerIsStricter,
  ...judging(['action', 'tool'], (budget: number) => {
    const absent = Object.freeze(notJudged(axis, budget, 'what was spent'))
    const within = `the budget of ${budget} dollars is not used up`
    return {
      judge: ({ spent_usd: spent }) => {
        if (spent === undefined) return absent
        if (spent <= budget) return { axis, outcome: 'pass', observed: spent, limit: budget, because: within }
        return {
          axis,
          outcome: 'ask',
          observed: spent,
          limit: budget,
          because: `${spent} dollars are spent of a budget of ${budget}`,
        }
      },
      relax: ({ spent_usd: spent }) => ({ budget_usd: spent }),
    }
  }),
}
