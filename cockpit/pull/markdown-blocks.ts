import MarkdownIt, { type Token } from 'markdown-it'

/** One block of a Markdown text: what it is made of, and the lines that it was written in. */
export interface Block {
  readonly first: number
  readonly last: number
  readonly source: string
  readonly tokens: readonly Token[]
  /** Markdown leaves some of its words out, such as cells beyond the last column: then only the source says all of it. */
  readonly isSource: boolean
}

/** Markup of the text itself stays text, and no address is made of what only looks like one. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
// Definitions of links are lines that nobody would see, and that can hold anything.
markdown.disable('reference')

/** Takes a Markdown text apart into its outermost blocks. */
export function blocksOf(text: string): readonly Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let open: Token[] = []
  for (const token of markdown.parse(text, {})) {
    open.push(token)
    if (token.level !== 0 || token.nesting === 1) continue
    const map = open[0]?.map ?? null
    if (map !== null) blocks.push(blockOf(open, map, lines))
    open = []
  }
  return blocks
}

function blockOf(tokens: readonly Token[], [from, until]: readonly [number, number], lines: readonly string[]): Block {
  // Blocks reach to the next one; the empty lines between are nobody's.
  let last = until
  while (last > from + 1 && lines[last - 1]?.trim() === '') last -= 1
  const source = lines.slice(from, last).join('\n')
  return { first: from + 1, last, source, tokens, isSource: !saysAll(source, shownIn(tokens)) }
}

/** Whether every word of one text is in another, as often. */
function saysAll(source: string, shown: string): boolean {
  const left = new Map<string, number>()
  for (const word of wordsIn(shown)) left.set(word, (left.get(word) ?? 0) + 1)
  return wordsIn(source).every((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  })
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{Letter}\p{Number}\p{Mark}]+/gu) ?? []
}

/** All words that are shown of tokens: texts, addresses, titles, and what stands beside a fence or before an item. */
function shownIn(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, info, attrs, children }) => {
      const said = type === 'inline' ? shownIn(children ?? []) : content
      const beside = (attrs ?? []).filter(([name]) => SHOWN_ATTRIBUTES.has(name)).map(([, value]) => value)
      return [said, info, ...beside].join(' ')
    })
    .join(' ')
}

const SHOWN_ATTRIBUTES = new Set(['href', 'src', 'title'])
