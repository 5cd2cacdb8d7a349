import { describe } from '../../api/json-schema.ts'
import type { OperationShape } from '../../api/operation.ts'
import { OPERATIONS } from '../../api/operations.ts'
import { ERRORS } from '../../model/errors.ts'
import { headOf, type Look } from './look.ts'

/** What can be asked of the server, as a page that needs nothing else: made of the operations and of the table of errors. */
export function referencePage(version: string, look: Look): string {
  const all = Object.entries<OperationShape>(OPERATIONS)
  const links = all.map(([name, { method, path, summary }]) => [
    `<a href="#${name}">${name}</a>`,
    `<code>${method} ${escape(path)}</code>`,
    escape(summary),
  ])
  return `${headOf(look)}
<title>Reference · Leeway</title>
</head>
<body>
<main>
<h1>Leeway ${escape(version)}: what can be asked of the server</h1>
<p>The same as a document for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1). Send
<code>Authorization: Bearer TOKEN</code>. What went wrong is told as <code>application/problem+json</code> with one of the
<a href="#errors">codes</a> below.</p>
${table(['name', 'request', ''], links)}
${all.map(([name, operation]) => section(name, operation)).join('\n')}
<h2 id="errors">Errors</h2>
${table(
  ['code', 'status', 'try again', ''],
  Object.entries(ERRORS).map(([code, { status, retry, text }]) => [
    `<code id="${code}">${code}</code>`,
    String(status),
    retry ? 'yes' : 'no',
    escape(text),
  ]),
)}
</main>
</body>
</html>
`
}

const REPEATS: Readonly<Record<OperationShape['repeat'], string>> = {
  safe: 'It changes nothing.',
  same: 'Asked twice, it does the same as once.',
  key: 'Send an <code>Idempotency-Key</code> to ask again without doing it twice.',
}

function section(name: string, operation: OperationShape): string {
  const { method, path, summary, callers, errors, repeat, event, streams } = operation
  const who = callers === 'anyone' ? 'anyone' : callers.join(', ')
  const logged = event === null ? '' : ` It is logged as <code>${event}</code>.`
  const codes = errors.map((code) => `<a href="#${code}">${code}</a>`).join(', ')
  return `<section>
<h2 id="${name}">${name}</h2>
<p><code>${method} ${escape(path)}</code></p>
<p>${escape(summary)}</p>
<p class="dim">Who may: ${who}. ${REPEATS[repeat]}${logged}</p>
${codes === '' ? '' : `<p class="dim">May answer: ${codes}.</p>`}
<details><summary>Input</summary><pre>${json(describe(operation.input, 'input').schema)}</pre></details>
<details><summary>${streams ? 'Each event' : 'Output'}</summary><pre>${json(describe(operation.output, 'output').schema)}</pre></details>
</section>`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>`
}

function json(value: unknown): string {
  return escape(JSON.stringify(value, null, 2))
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
