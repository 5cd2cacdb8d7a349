/** What our small pages take from the cockpit, where one is built: its letters, its icon, and the theme that somebody chose in it. */
export interface Look {
  /** Addresses of the fonts. */
  readonly fonts: readonly { readonly family: string; readonly address: string }[]
  readonly icon: string
  /** A script that runs before anything is painted. */
  readonly theme: string | undefined
}

const FONTS: Readonly<Record<string, RegExp>> = {
  Geist: /\/geist-latin-[^/]+\.woff2$/,
  'Geist Mono': /\/geist-mono-latin-[^/]+\.woff2$/,
}

/** How our small pages look beside these files. Their names say what is in them, so that they differ from build to build. */
export function lookOf(files: ReadonlySet<string>): Look {
  const fonts = Object.entries(FONTS).flatMap(([family, name]) => {
    const address = [...files].find((path) => name.test(path))
    return address === undefined ? [] : [{ family, address }]
  })
  return {
    fonts,
    icon: files.has('/icon.svg') ? '/icon.svg' : 'data:,',
    theme: files.has('/theme.js') ? '/theme.js' : undefined,
  }
}

/** How each of our small pages begins. */
export function headOf({ icon, theme }: Look): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/leeway.css">${theme === undefined ? '' : `\n<script src="${theme}"></script>`}`
}

/** How our small pages look: in the letters and colours of the cockpit, and in those of the system where there is none. */
export function styleOf({ fonts }: Look): string {
  return `${fonts.map(fontFace).join('')}${STYLE}`
}

function fontFace({ family, address }: Look['fonts'][number]): string {
  return `@font-face { font-family: "${family}"; font-weight: 100 900; font-display: swap; src: url("${address}") format("woff2") }\n`
}

const STYLE = `:root { color-scheme: light dark; --sans: "Geist", system-ui, sans-serif; --mono: "Geist Mono", ui-monospace, monospace;
  --ink: light-dark(#1a1b1e, #e8e9eb); --dim: light-dark(#55595f, #a3a9b2); --line: light-dark(#dfdfda, #2c2f35); --line-strong: light-dark(#8b8d8a, #6d737c);
  --paper: light-dark(#f7f7f5, #121316); --raised: light-dark(#fff, #191b1f); --accent: light-dark(#2b4fb3, #97b3ff); --accent-ink: light-dark(#fff, #10131b) }
:root[data-theme="light"] { color-scheme: light } :root[data-theme="dark"] { color-scheme: dark }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 6rem; color: var(--ink); background: var(--paper); font: 0.875rem/1.5 var(--sans) }
h1, h2 { font-weight: 600; line-height: 1.25; text-wrap: balance } h1 { font-size: 1.5rem } h2 { font-size: 1rem; margin-top: 2.5rem }
code, pre { font: 0.8125rem/1.55 var(--mono) } pre { overflow-x: auto; padding: 0.75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--raised) }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px } .dim { color: var(--dim) } summary { cursor: pointer }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid var(--line) }
section { border-top: 1px solid var(--line); padding-top: 0.5rem }
label { display: block; margin: 1rem 0 0.3rem; font-size: 0.8125rem; font-weight: 500 } input { font: inherit; width: 100%; box-sizing: border-box; padding: 0.5rem }
button { font: inherit; margin-top: 1rem; padding: 0.5rem 1.25rem } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.card { box-sizing: border-box; max-width: 25rem; margin: 12vh auto 0; padding: 2rem; border: 1px solid var(--line); border-radius: 10px; background: var(--raised) }
.card h1 { margin: 1rem 0 0.5rem } .card p { margin: 0; overflow-wrap: anywhere }
.card .mark { display: block; width: 2.5rem; height: 2.5rem }
.card input { border: 1px solid var(--line-strong); border-radius: 6px; color: var(--ink); background: var(--raised) }
.card button { width: 100%; padding: 0.6rem 1.25rem; border: 1px solid var(--accent); border-radius: 6px; color: var(--accent-ink); background: var(--accent); font-weight: 500; cursor: pointer }
.card button:hover { background: color-mix(in oklab, var(--accent) 88%, var(--ink)) }
.card #other a { display: block; margin-top: 1rem; text-align: center }
@media (max-width: 40rem) { table, tbody, tr, td { display: block } thead { display: none } td { padding: 0 0 0.2rem; border: 0; overflow-wrap: anywhere } tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line) } h1, h2, p { overflow-wrap: anywhere } }
@media (max-width: 30rem) { .card { margin-top: 2vh; padding: 1.5rem } }
`
