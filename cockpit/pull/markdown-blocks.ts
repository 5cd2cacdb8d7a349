import MarkdownIt, { type Token } from 'markdown-it'

/** One block of a Markdown text: what it is made of, and the lines that it was written in. */
export interface Block {
  readonly first: number
  readonly last: number
  readonly source: string
  readonly tokens: readonly Token[]
  /** Markdown leaves some of its words out, such as cells beyond the last column, or has a line end where none is: then only the source says all of it. */
  readonly isSource: boolean
}

/** Markup of the text itself stays text, and no address is made of what only looks like one. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
// Definitions of links are lines that nobody would see, and that can hold anything.
markdown.disable('reference')

/** Takes a Markdown text apart into its outermost blocks, and its lists into their items. */
export function blocksOf(text: string): readonly Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let open: Token[] = []
  for (const token of markdown.parse(text.replaceAll(LONE, NO_END), {})) {
    open.push(token)
    if (token.level !== 0 || token.nesting === 1) continue
    for (const { tokens, map } of itemsOf(open)) if (map !== null) blocks.push(blockOf(tokens, map, lines))
    open = []
  }
  return blocks
}

/** To Markdown it ends a line, and to git it does not: blocks would be taken for other lines than theirs, and the last for none at all. */
const LONE = /\r(?!\n)/g
const NO_END = '\u000b'
/** The one before the end of a line belongs to that. */
const HAS_LONE = /\r(?!\n|$)/

interface Part {
  readonly tokens: readonly Token[]
  readonly map: Token['map']
}

/** A list is as many blocks as it has items: a step of a plan changes, and is spoken of, by itself. */
function itemsOf(tokens: readonly Token[]): readonly Part[] {
  const [list, end] = [tokens[0], tokens.at(-1)]
  const map = list?.map ?? null
  if (list === undefined || end === undefined || !LISTS.has(list.type)) return [{ tokens, map }]
  const items: Token[][] = []
  for (const token of tokens.slice(1, -1)) {
    if (token.type === 'list_item_open' && token.level === 1) items.push([])
    items.at(-1)?.push(token)
  }
  return items.map((item, index) => ({ tokens: [startingAt(list, index), ...item, end], map: item[0]?.map ?? map }))
}

const LISTS = new Set(['bullet_list_open', 'ordered_list_open'])

/** The beginning of a list that goes on with a later item. */
function startingAt(list: Token, index: number): Token {
  const copy: Token = Object.assign(Object.create(Object.getPrototypeOf(list)), list)
  copy.attrs = [['start', String(Number(list.attrGet('start') ?? 1) + index)]]
  return copy
}

function blockOf(tokens: readonly Token[], [from, until]: readonly [number, number], lines: readonly string[]): Block {
  // Blocks reach to the next one; the empty lines between are nobody's.
  let last = until
  while (last > from + 1 && lines[last - 1]?.trim() === '') last -= 1
  const source = lines.slice(from, last).join('\n')
  const isSource = HAS_LONE.test(source) || hasCellsBeyond(tokens, lines) || !saysAll(source, shownIn(tokens))
  return { first: from + 1, last, source, tokens, isSource }
}

/** Whether a row of a table has more cells than the table has columns: whatever they hold, Markdown leaves them out. */
function hasCellsBeyond(tokens: readonly Token[], lines: readonly string[]): boolean {
  let columns = 0
  return tokens.some(({ type, map }) => {
    if (type === 'table_open') columns = 0
    if (type === 'th_open') columns += 1
    return type === 'tr_open' && columns > 0 && map !== null && cellsIn(lines[map[0]] ?? '') > columns
  })
}

/** As Markdown counts them, also of a row in a quote. */
function cellsIn(row: string): number {
  const cells = row
    .replace(/^[\s>]+/, '')
    .trimEnd()
    .split(/(?<!\\)\|/)
  if (cells[0] === '') cells.shift()
  if (cells.at(-1) === '') cells.pop()
  return cells.length
}

/** Whether every word and every sign of one text is in another, as often. What Markdown is written with is no sign. */
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
  return text.match(/[\p{Letter}\p{Number}\p{Mark}]+|[^\s\p{ASCII}]/gu) ?? []
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
