import { expect, test } from 'vitest'
import { countHidden, namedIn, piecesOf, writtenOut } from './hidden-characters.ts'

test.for([
  ['zero width space', 'a\u200bb', 'ZWSP'],
  ['right-to-left override', 'a\u202eb', 'RLO'],
  ['isolate', 'a\u2066b', 'LRI'],
  ['soft hyphen', 'a\u00adb', 'SHY'],
  ['no-break space', 'a\u00a0b', 'NBSP'],
  ['escape', 'a\u001bb', 'ESC'],
  ['carriage return', 'a\rb', 'CR'],
  ['tag letter', 'a\u{e0041}b', 'U+E0041'],
  ['variation selector', 'a\ufe0fb', 'U+FE0F'],
  ['half a character', 'a\ud800b', 'U+D800'],
  ['line separator', 'a\u2028b', 'U+2028'],
  ['hangul filler', 'a\u3164b', 'U+3164'],
  ['braille blank', 'a\u2800b', 'U+2800'],
  ['noncharacter', 'a\ufdd0b', 'U+FDD0'],
  ['noncharacter of another plane', 'a\u{1ffff}b', 'U+1FFFF'],
  ['code point that stands for nothing', 'a\u{50000}b', 'U+50000'],
  ['hieroglyph joiner', 'a\u{13430}b', 'U+13430'],
  ['hieroglyph blank', 'a\u{13441}b', 'U+13441'],
  ['null notehead', 'a\u{1d159}b', 'U+1D159'],
  ['musical beam control', 'a\u{1d173}b', 'U+1D173'],
  ['ideographic space', 'a\u3000b', 'U+3000'],
  ['private use character', 'a\ue000b', 'U+E000'],
  ['object replacement', 'a\ufffcb', 'U+FFFC'],
] as const)('a %s is named', ([, text, name]) => {
  expect(piecesOf(text).map(({ hidden }) => hidden)).toEqual([undefined, name, undefined])
})

test('the short way for plain texts lets no character through that the long way names', () => {
  const named = (text: string) => piecesOf(text)[0]?.hidden
  const wrong = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
    // Behind another that is hidden, each is looked at by itself.
    .filter((character) => named(character) !== named(`${character}\u200b`))
  expect(wrong).toEqual([])
})

test('what is taken apart is still the whole text', () => {
  const text = '\u202eabc\u200b\nd\te\u0000'
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('plain text, line ends, tabs, umlauts and emoji are left alone', () => {
  expect(countHidden('Grüße, 世界 🙂\n\tnext')).toBe(0)
  expect(countHidden('⠃⠗⠇ 𓀀 𝅘𝅥𝅮 ﷺ')).toBe(0)
})

test('words from right to left stand apart, so that what is between them stays where it is written', () => {
  const leftward = (text: string) => piecesOf(text).map((piece) => (piece.isLeftward ? `<${piece.text}>` : piece.text))
  expect(leftward('\u05d0 = 1; evil() // ok')).toEqual(['<\u05d0>', ' = 1; evil() // ok'])
  expect(leftward('/* \u05d0 */ if (a) b(\u0627)')).toEqual(['/* ', '<\u05d0>', ' */ if (a) b(', '<\u0627>', ')'])
  expect(leftward('say "\u05e9\u05dc \u05e2\u05dd, \u05d0!"')).toEqual([
    'say "',
    '<\u05e9\u05dc \u05e2\u05dd>',
    ', ',
    '<\u05d0>',
    '!"',
  ])
  expect(countHidden('\u05d0 = 1')).toBe(0)
})

test('marks that pile up on one letter are named from the fifth on, and counted', () => {
  const pile = `x${'\u0301'.repeat(6)}y`
  expect(piecesOf(pile)).toEqual([
    { text: `x${'\u0301'.repeat(4)}` },
    { text: '\u0301', hidden: 'U+0301' },
    { text: '\u0301', hidden: 'U+0301' },
    { text: 'y' },
  ])
  expect(countHidden(pile)).toBe(2)
  // Marks of Vietnamese, Hebrew, Thai and Hindi as they are written.
  expect(countHidden('Tie\u0302\u0301ng בְּרֵאשִׁ֖ית ที่นี่ नमस्ते')).toBe(0)
})

test('JSON in which hidden characters are written out means the same, and hides nothing', () => {
  const value = {
    'a\u202eb': 'ann\u200b@example.org',
    tags: '\u{e0041}x',
    plain: 'Grüße 🙂\n',
    pile: `x${'\u0301'.repeat(60)}`,
  }
  const text = writtenOut(JSON.stringify(value, null, 2))
  expect(text).toContain(String.raw`"ann\u200b@example.org"`)
  expect(text).toContain(String.raw`"\udb40\udc41x"`)
  expect(countHidden(text)).toBe(0)
  expect(JSON.parse(text)).toEqual(value)
})

test('in the name of a control they are named too, and nothing is left to turn it around', () => {
  expect(namedIn('if (admin\u202e) {\u200b')).toBe('if (admin[RLO]) {[ZWSP]')
  expect(namedIn('Grüße 🙂')).toBe('Grüße 🙂')
})
