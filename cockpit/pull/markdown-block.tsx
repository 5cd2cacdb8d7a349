import type { Token } from 'markdown-it'
import { createElement, type ReactNode } from 'react'
import { Visible } from '../parts/visible.tsx'
import type { Block } from './markdown-blocks.ts'

/** The only elements that a Markdown text becomes. Headings are one kind of paragraph: the page's own outline stays the page's. */
const ELEMENTS: ReadonlySet<string> = new Set([
  ...['p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 's'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
])

/**
 * A block of Markdown as it reads. Tokens become elements of a short list, and texts stay texts: nothing is ever parsed as HTML,
 * so nothing has to be cleaned. Images and links are named with their address, and load and lead nowhere.
 */
export function MarkdownBlock({ block }: { readonly block: Block }) {
  if (!block.isSource) return <div className="markdown">{build(block.tokens)}</div>
  return (
    <div className="markdown">
      <p className="dim small">As it is written, because some of it would not be shown:</p>
      <pre>
        <Visible text={block.source} />
      </pre>
    </div>
  )
}

interface Open {
  readonly token: Token
  readonly children: ReactNode[]
}

function build(tokens: readonly Token[]): ReactNode[] {
  const root: ReactNode[] = []
  const open: Open[] = []
  const into = () => open.at(-1)?.children ?? root
  tokens.forEach((token, key) => {
    if (token.nesting === 1) return void open.push({ token, children: [] })
    if (token.nesting === 0) return void into().push(leaf(token, key))
    const closed = open.pop()
    if (closed !== undefined) into().push(element(closed, key))
  })
  return root
}

function element({ token, children }: Open, key: number): ReactNode {
  const { tag, type, hidden } = token
  if (type === 'link_open') {
    return (
      <span key={key} className="md-link" title="Links of an agent lead nowhere from here">
        {children} <Address of={token} />
      </span>
    )
  }
  const level = /^h([1-6])$/.exec(tag)?.[1]
  if (level !== undefined) {
    return (
      <p key={key} className="md-heading" data-level={level}>
        {children}
      </p>
    )
  }
  // Items of a tight list have paragraphs that nobody sees.
  if (hidden) return <span key={key}>{children}</span>
  if (!ELEMENTS.has(tag)) return <span key={key}>{children}</span>
  const start = tag === 'ol' ? Number(token.attrGet('start') ?? 1) : undefined
  return createElement(tag, { key, start }, ...children)
}

function leaf(token: Token, key: number): ReactNode {
  switch (token.type) {
    case 'inline':
      return <span key={key}>{build(token.children ?? [])}</span>
    case 'softbreak':
      return '\n'
    case 'hardbreak':
      return <br key={key} />
    case 'hr':
      return <hr key={key} />
    case 'code_inline':
      return (
        <code key={key}>
          <Visible text={token.content} />
        </code>
      )
    case 'fence':
    case 'code_block':
      return (
        <pre key={key}>
          {token.info.trim() !== '' && (
            <span className="md-address">
              <Visible text={token.info.trim()} />
              {'\n'}
            </span>
          )}
          <Visible text={token.content} />
        </pre>
      )
    case 'image':
      return (
        <span key={key} className="md-image">
          image “<Visible text={token.content} />” <Address of={token} />
        </span>
      )
    default:
      return <Visible key={key} text={token.content} />
  }
}

function Address({ of }: { readonly of: Token }) {
  const address = String(of.attrGet('href') ?? of.attrGet('src') ?? '')
  const title = of.attrGet('title')
  return (
    <span className="md-address">
      ‹<Visible text={title === null ? address : `${address} “${title}”`} />›
    </span>
  )
}
