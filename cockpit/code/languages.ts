import type { Parser } from '@lezer/common'

type Load = () => Promise<Parser>

const script = (dialect: string): Load => {
  return async () => (await import('@lezer/javascript')).parser.configure({ dialect })
}

const LOADS: Readonly<Record<string, Load>> = {
  javascript: script('jsx'),
  typescript: script('ts'),
  tsx: script('ts jsx'),
  json: async () => (await import('@lezer/json')).parser,
  yaml: async () => (await import('@lezer/yaml')).parser,
  markdown: async () => (await import('@lezer/markdown')).parser,
  python: async () => (await import('@lezer/python')).parser,
  css: async () => (await import('@lezer/css')).parser,
  html: async () => (await import('@lezer/html')).parser,
  go: async () => (await import('@lezer/go')).parser,
  rust: async () => (await import('@lezer/rust')).parser,
}

const BY_ENDING: Readonly<Record<string, keyof typeof LOADS>> = {
  ...{ js: 'javascript', jsx: 'javascript', mjs: 'javascript', cjs: 'javascript' },
  ...{ ts: 'typescript', mts: 'typescript', cts: 'typescript', tsx: 'tsx' },
  ...{ json: 'json', jsonc: 'json', webmanifest: 'json' },
  ...{ yaml: 'yaml', yml: 'yaml', md: 'markdown', markdown: 'markdown' },
  ...{ py: 'python', pyi: 'python', css: 'css', html: 'html', htm: 'html', go: 'go', rs: 'rust' },
}

const loaded = new Map<string, Promise<Parser>>()

/** How the text of a file is read, by the ending of its name; undefined where nobody knows. Each grammar is loaded once, when wanted. */
export function parserFor(path: string): Promise<Parser> | undefined {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  const language = Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined
  if (language === undefined) return undefined
  const known = loaded.get(language) ?? LOADS[language]?.()
  if (known !== undefined) loaded.set(language, known)
  return known
}
