import { type Browser, chromium } from 'playwright-core'

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
  // The package looks for this when it is loaded, to unpack the libraries that it brings.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x'
  const { default: packed } = await import('@sparticuz/chromium')
  return chromium.launch({ executablePath: await packed.executablePath(), args: ARGS, headless: true })
}
