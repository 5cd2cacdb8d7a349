import { CST, Lexer, Parser } from 'yaml'
import { quote } from '../model/quote.ts'
import { MAX_DEPTH } from '../model/refuse-deep.ts'
import type { ReadingProblems } from './reading-problems.ts'

/** Around the collections the parser keeps the document, and inside them the scalar it is reading. */
const TALLEST_STACK = MAX_DEPTH + 2

/** Far more than a file written by people has; it bounds the time a hostile one can take. */
const MOST_LEXEMES = 200_000

const TOO_MANY = 'The file has more parts than any file written by people. Split it or shorten it.'

const REFUSED: Partial<Record<CST.TokenType, string>> = {
  alias: 'is an alias, which is refused. Write the value out here, or put it in quotes if it is a text.',
  anchor: 'is an anchor, which is refused. Write the value out where it is used, or put it in quotes if it is a text.',
  tag: 'is a tag, which is refused. Remove it, or put it in quotes if it is a text.',
  'directive-line': 'is a directive, which is refused. Remove the line.',
}

/**
 * Cuts a YAML text into tokens and refuses what no file here needs: aliases, anchors, tags, directives. Nothing when
 * going on would endanger the stack or take too long.
 */
export function yamlTokens(text: string, problems: ReadingProblems): readonly CST.Token[] | undefined {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let lexemes = 0
  let type: CST.TokenType | null = null
  for (const lexeme of new Lexer().lex(text)) {
    const { offset } = parser
    // the lexer announces a scalar with a mark of its own, and what follows is content whatever it begins with
    type = type === 'scalar' ? null : CST.tokenType(lexeme)
    const fault = type && REFUSED[type]
    if (fault) problems.add('bad_yaml', `${quote(lexeme)} ${fault}`, { path: [], offset })
    for (const token of parser.next(lexeme)) tokens.push(token)

    lexemes += 1
    if (parser.stack.length > TALLEST_STACK) problems.tooDeep(offset)
    else if (lexemes > MOST_LEXEMES) problems.add('too_large', TOO_MANY, { path: [], offset })
    else if (!problems.full) continue
    return undefined
  }
  for (const token of parser.end()) tokens.push(token)
  return tokens
}
