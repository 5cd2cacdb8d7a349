import type { YAMLError } from 'yaml'
import { escapeHidden } from '../model/quote.ts'

type Fault = Pick<YAMLError, 'code' | 'message'>

/** What is wrong with the grammar of a YAML text and what to do about it, in our words: the library's speak of its own parts. */
export function yamlFault({ code, message }: Fault): string {
  const said = SENTENCES.find(([codes, words]) => codes.includes(code) && (words === undefined || words.test(message)))
  return (
    said?.[2] ?? `This is not YAML: ${escapeHidden(message).slice(0, 200)}. Put texts with odd characters in quotes.`
  )
}

type Sentence = readonly [codes: readonly Fault['code'][], words: RegExp | undefined, text: string]

const UNCLOSED = 'A list or a map that was opened before is not closed. End it with'

/** The first that fits counts. */
const SENTENCES: readonly Sentence[] = [
  [['MISSING_CHAR'], /closing .?quote/, 'A quote that was opened before is not closed. Close it.'],
  [['BAD_INDENT', 'MISSING_CHAR'], /end with a \]/, `${UNCLOSED} "]", indented further than the line it began on.`],
  [['BAD_INDENT', 'MISSING_CHAR'], /end with a \}/, `${UNCLOSED} "}", indented further than the line it began on.`],
  [['TAB_AS_INDENT'], undefined, 'Tabs can not indent a line. Use spaces.'],
  [
    ['BLOCK_AS_IMPLICIT_KEY'],
    undefined,
    'A second key stands in the value of the first one. Put it on a line of its own, or the value in quotes.',
  ],
  [
    ['MULTILINE_IMPLICIT_KEY'],
    undefined,
    'A key with its ":" stands on one line, with a space behind it. Complete this line, or put the text in quotes.',
  ],
  [
    ['MISSING_CHAR'],
    /followed by map values/,
    'This line is neither a key with a value nor an item. Write "key: value".',
  ],
  [['MISSING_CHAR'], /Comments must/, 'A comment begins behind a space. Put one before the "#".'],
  [['MISSING_CHAR'], /without - indicator/, 'Every item of a list begins with "- ". Write it before this one.'],
  [['BAD_INDENT'], /Block scalar/, 'The lines of a text behind "|" or ">" are indented. Indent this one with spaces.'],
  [
    ['BAD_INDENT'],
    undefined,
    'This line is indented otherwise than those it belongs to. Use as many spaces as they do.',
  ],
  [['BAD_SCALAR_START'], undefined, 'A text can not begin with this character. Put the text in quotes.'],
  [['BAD_DQ_ESCAPE'], undefined, 'There is no such escape. Write "\\\\" for a backslash, or use single quotes.'],
  [
    ['KEY_OVER_1024_CHARS'],
    undefined,
    'No key is longer than 1,024 characters. Shorten it, or put a line break behind its ":".',
  ],
  [['BLOCK_IN_FLOW'], undefined, 'Between brackets there are no lists and maps of lines. Use brackets inside as well.'],
  [
    ['UNEXPECTED_TOKEN'],
    /block-seq-ind/,
    'A list does not begin on the line of its key. Put "- " on a line of its own.',
  ],
  [
    ['UNEXPECTED_TOKEN'],
    /flow-(?:seq|map)-end/,
    'A bracket is closed here that nobody opened. Remove it, or put the text in quotes.',
  ],
  [['UNEXPECTED_TOKEN'], /^Unexpected ,/, 'There is a comma too many. Remove it.'],
  [
    ['UNEXPECTED_TOKEN'],
    /Block scalar header/,
    'Behind "|" or ">" the line ends. Put the text on the next line, indented.',
  ],
  [
    ['UNEXPECTED_TOKEN'],
    undefined,
    'Something stands here that belongs to nothing before it. Look at the indentation, or put the text in quotes.',
  ],
]
