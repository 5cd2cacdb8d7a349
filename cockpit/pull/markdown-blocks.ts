import MarkdownIt, { type Token } from 'markdown-it'

/** One block of a Markdown text: what it is made of, and the lines that it was written in. */
export interface Block {
  readonly first: number
  readonly last: number
  readonly source: string
  readonly tokens: readonly Token[]
}

/** Markup of the text itself stays text, and no address is made of what only looks like one. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })

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
  return { first: from + 1, last, source: lines.slice(from, last).join('\n'), tokens }
}
