import { type Browser, chromium } from 'playwright-core'
import { unpackedChromium } from './unpacked-chromium.ts'

/** The browser's own protection stays on: it is part of what is tested. There is nothing that a process for drawing could do better. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
]

/** Starts the Chromium that comes from npm with its libraries, so that no machine has to have one. */
export async function launch(): Promise<Browser> {
  return chromium.launch({ ...(await unpackedChromium()), args: ARGS, headless: true })
}
