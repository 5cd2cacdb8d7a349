import { removeBundled } from '../src/testing/bundled.ts'
import { unpackedChromium } from '../test/cockpit/unpacked-chromium.ts'

/** What several tests would otherwise make at the same moment. */
export async function setup(): Promise<void> {
  await unpackedChromium()
}

/** What a whole run of the tests leaves behind it: nothing. */
export function teardown(): void {
  removeBundled()
}
