import { removeBundled } from '../src/testing/bundled.ts'
import { unpackedChromium } from '../test/cockpit/unpacked-chromium.ts'
import { memoryFolder } from './memory-folder.ts'

/** What several tests would otherwise make at the same moment, and where all of them keep what is gone after a test. */
export async function setup(): Promise<void> {
  await unpackedChromium()
  // Whoever has said where temporary files go has a reason.
  if (process.env['TMPDIR'] !== undefined) return
  const folder = memoryFolder()
  if (folder !== undefined) process.env['TMPDIR'] = folder
}

/** What a whole run of the tests leaves behind it: nothing. */
export function teardown(): void {
  removeBundled()
}
