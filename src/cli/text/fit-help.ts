import { wrap } from './wrap.ts'

/** Help on a narrow page: prose flows anew, an option has a line of its own, and what is copied is not broken. */
export function fitHelp(help: string, width: number): string {
  if (help.split('\n').every((line) => line.length <= width)) return help
  return help
    .split('\n\n')
    .map((paragraph) => fitParagraph(paragraph.split('\n'), width).join('\n'))
    .join('\n\n')
}

function fitParagraph(lines: readonly string[], width: number): readonly string[] {
  const [first = ''] = lines
  if (first.startsWith('leeway ')) return lines.flatMap((line) => hang(line, 4, width))
  if (first.startsWith('Example')) return lines
  const fitted: string[] = []
  const prose: string[] = []
  const flush = () => prose.length > 0 && fitted.push(...wrap(prose.splice(0).join(' '), width))
  for (const line of lines) {
    if (!line.startsWith(' ')) prose.push(line)
    else {
      flush()
      fitted.push(...fitRow(line, width))
    }
  }
  flush()
  return fitted
}

/** Two options may stand beside each other; each begins with its name, and its words go on below one another. */
function fitRow(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line]
  const [, indent = '', rest = ''] = /^( *)(.*)$/.exec(line) ?? []
  const options = rest.split(/ {2,}(?=--\w)/)
  return options.flatMap((option) => {
    const name = /^\S+ {2,}/.exec(option)?.[0] ?? ''
    return hang(`${indent}${option}`, indent.length + name.length, width)
  })
}

/** What does not fit goes on below, so far from the edge. */
function hang(line: string, by: number, width: number): readonly string[] {
  if (line.length <= width) return [line]
  const head = line.slice(0, by)
  const [first = '', ...others] = wrap(line.slice(by), width - by)
  return [`${head}${first}`, ...others.map((part) => `${' '.repeat(by)}${part}`)]
}
