import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colourLines } from './colour-lines.ts'
import { parserFor } from './languages.ts'

const ENDINGS = ['js', 'ts', 'tsx', 'json', 'yaml', 'md', 'py', 'css', 'html', 'go', 'rs']

async function colour(ending: string, text: string) {
  const parser = await parserFor(`src/file.${ending}`)
  if (parser === undefined) throw new Error(`Nobody reads .${ending}.`)
  return colourLines(parser, text)
}

const styleOf = async (ending: string, text: string, part: string) =>
  (await colour(ending, text))?.flat().find((piece) => piece.text === part)?.style

test.for<[string, string, string, string]>([
  ['ts', 'const x: Name = "y" // why', 'const', 'code-keyword'],
  ['ts', 'const x: Name = "y" // why', '"y"', 'code-text'],
  ['ts', 'const x: Name = "y" // why', '// why', 'code-comment'],
  ['ts', 'const x: Name = "y" // why', 'Name', 'code-type'],
  ['py', 'def f(): return 12', '12', 'code-number'],
  ['yaml', '# careful', '# careful', 'code-comment'],
  ['rs', 'fn main() {}', 'fn', 'code-keyword'],
])('in .%s the text %j shows %j as %s', async ([ending, text, part, style]) => {
  expect(await styleOf(ending, text, part)).toBe(style)
})

test.for(ENDINGS)('whatever stands in a file, its pieces are its lines and nothing else: .%s', async (ending) => {
  const code = fc.string({ unit: fc.constantFrom(...'ab1 \t\n"\'`{}()[]<>/*#:;-=\\\u202e\u00e9'), maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(code, async (text) => {
      const lines = await colour(ending, text)
      expect(lines?.map((line) => line.map((piece) => piece.text).join(''))).toEqual(text.split('\n'))
    }),
    { numRuns: 60 },
  )
})

test.for(['README', 'a.unknown', 'a.constructor', 'a.__proto__', '.ts.', ''])('%j stays plain', (path) => {
  expect(parserFor(path)).toBeUndefined()
})

test('a text that is too long stays plain', async () => {
  expect(await colour('json', `"${'x'.repeat(300_000)}"`)).toBeUndefined()
})
