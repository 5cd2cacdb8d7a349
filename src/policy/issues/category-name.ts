import { CATEGORIES } from '../../model/issue.ts'
import { foldCase } from './words.ts'

/** A known category in any case by its own name; any other name as it was given. */
export function categoryName(given: string): string {
  const folded = foldCase(given.trim())
  return CATEGORIES.find((category) => foldCase(category) === folded) ?? given
}
