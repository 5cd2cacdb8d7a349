import { expect, test } from 'vitest'
import { run } from '../../testing/fake-io.ts'
import { COMMANDS } from '../commands.ts'
import { fitHelp } from './fit-help.ts'

test('on a narrow page prose flows anew, options stand alone, and an example stays whole', () => {
  const help = `leeway lists [--all] [--job ID] [--limit N]

Lists what waits, and goes
on in a second line.

  --all     what is decided too    --limit   how many

Example:  leeway lists --all --job job_0123456789`
  expect(fitHelp(help, 32)).toBe(`leeway lists [--all] [--job ID]
    [--limit N]

Lists what waits, and goes on in
a second line.

  --all     what is decided too
  --limit   how many

Example:  leeway lists --all --job job_0123456789`)
  expect(fitHelp(help, 200)).toBe(help)
})

test.for([...COMMANDS.keys()])(
  'the help of %s fits a terminal of 80 columns, and ends with an example',
  async (name) => {
    const { out } = await run([name, '--help'], { columns: 80 })
    const lines = out.trimEnd().split('\n')
    expect(lines.filter((line) => line.length > 80 && !line.startsWith('Example'))).toEqual([])
    expect(out).toContain('\n\nExample:  ')
    const words = (text: string) => text.replaceAll(/\s+/g, ' ')
    expect(words(out)).toBe(words((await run([name, '--help'])).out))
  },
)
