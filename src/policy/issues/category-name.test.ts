import { expect, test } from 'vitest'
import { CATEGORIES } from '../../model/issue.ts'
import { categoryName } from './category-name.ts'

test.for(CATEGORIES)('%s is known in any case', (category) => {
  expect(categoryName(category)).toBe(category)
  expect(categoryName(category.toUpperCase())).toBe(category)
  expect(categoryName(` ${category} `)).toBe(category)
})

test.for(['Billing', ' Billing ', 'securit', 'security issues', '', 'constructor'])('%j is kept as it is', (given) => {
  expect(categoryName(given)).toBe(given)
})
