import { removeBundled } from '../src/testing/bundled.ts'

/** What a whole run of the tests leaves behind it: nothing. */
export function teardown(): void {
  removeBundled()
}
