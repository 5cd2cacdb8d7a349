import { PAGE_KEY } from '../../api/page-key.ts'

const HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/leeway.css">`

/** How our own small pages look. */
export const STYLE = `:root { color-scheme: light dark; --text: #1a1d21; --dim: #555c66; --line: #d5d9df; --back: #fff; --raised: #fafbfc; --accent: #1d4ed8 }
@media (prefers-color-scheme: dark) { :root { --text: #e8eaed; --dim: #a6adb8; --line: #3a4049; --back: #16181c; --raised: #1d2025; --accent: #9bb8ff } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 6rem; color: var(--text); background: var(--back); font: 1rem/1.55 system-ui, sans-serif }
h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 2.5rem }
code, pre { font: 0.9rem/1.5 ui-monospace, monospace } pre { overflow-x: auto; border: 1px solid var(--line); padding: 0.75rem }
a { color: var(--accent) } .dim { color: var(--dim) }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid var(--line) }
section { border-top: 1px solid var(--line); padding-top: 0.5rem }
label { display: block; margin: 1rem 0 0.3rem } input { font: inherit; width: 100%; box-sizing: border-box; padding: 0.5rem }
button { font: inherit; margin-top: 1rem; padding: 0.5rem 1.25rem }
.card { box-sizing: border-box; max-width: 25rem; margin: 12vh auto 0; padding: 2rem; border: 1px solid var(--line); border-radius: 12px; background: var(--raised) }
.card h1 { margin: 1rem 0 0.5rem; font-size: 1.35rem; line-height: 1.25 } .card p { margin: 0; overflow-wrap: anywhere }
.card .mark { display: block; width: 2.5rem; height: 2.5rem }
.card input { border: 1px solid var(--dim); border-radius: 8px; color: var(--text); background: var(--back) }
.card button { width: 100%; padding: 0.6rem 1.25rem; border: 1px solid #2b4fb3; border-radius: 8px; color: #fff; background: #2b4fb3; font-weight: 600; cursor: pointer }
.card button:hover { background: #23429a } .card :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.card #other a { display: block; margin-top: 1rem; text-align: center }
@media (max-width: 40rem) { table, tbody, tr, td { display: block } thead { display: none } td { padding: 0 0 0.2rem; border: 0; overflow-wrap: anywhere } tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line) } h1, h2, p { overflow-wrap: anywhere } }
@media (max-width: 30rem) { .card { margin-top: 2vh; padding: 1.5rem } }
`

/** Our mark as in the cockpit, drawn here: the page is there also where no cockpit is built. */
const MARK = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2b4fb3"/>
<path d="M10 8v16h6M21.5 19v5" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="21.5" cy="12" r="2.4" fill="#ffc861"/></svg>`

/** Where a browser signs in: with the code behind the hash, or with a token that somebody types. */
export const SIGN_IN_PAGE = `${HEAD}
<title>Sign in · Leeway</title>
<script src="/sign-in.js" defer></script>
</head>
<body>
<main class="card">
${MARK}
<h1>Sign in to Leeway</h1>
<p id="said" role="status">One moment…</p>
<form id="by-token" hidden>
<label for="token">Your token</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" required>
<button>Sign in</button>
</form>
<p id="other" hidden>
<button id="instead" type="button">Sign in instead</button>
<a href="/">Stay signed in</a>
</p>
</main>
</body>
</html>
`

/** The code is taken out of the address before anything else, so that it stays in no history. */
export const SIGN_IN_SCRIPT = `const code = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
const said = document.getElementById('said')
const form = document.getElementById('by-token')

/** Who is signed in here already is told to the server, which then asks before it puts somebody else in their place. */
function pageKey() {
  try {
    return localStorage.getItem('${PAGE_KEY.storage}')
  } catch {
    return null
  }
}

async function signIn(body, headers) {
  const key = pageKey()
  const response = await fetch('/v1/sign-ins', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key !== null && { '${PAGE_KEY.header}': key }), ...headers },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (answer.code === 'signed_in_as_other') return askFirst(answer.details, body)
  if (!response.ok) return ask(answer.detail)
  try {
    localStorage.setItem('${PAGE_KEY.storage}', answer.page_key)
  } catch {
    return ask('This browser keeps nothing for this page, so it can not stay signed in. Allow site data for it, and ask for another link.')
  }
  location.replace('/')
}

function askFirst({ signed_in, link }, body) {
  said.textContent = 'You are signed in as ' + signed_in + '. Sign in as ' + link + ' instead?'
  const button = document.getElementById('instead')
  button.textContent = 'Sign in as ' + link
  button.addEventListener('click', () => {
    document.getElementById('other').hidden = true
    void signIn({ ...body, instead: true }, {})
  })
  document.getElementById('other').hidden = false
}

function ask(text) {
  said.textContent = text
  form.hidden = false
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void signIn({}, { Authorization: 'Bearer ' + document.getElementById('token').value.trim() })
})

if (code === '') ask('Open the link that “leeway up” or “leeway open” prints in a terminal, or use your token.')
else void signIn({ code }, {})
`

/** What is shown where the cockpit is not built. */
export const NO_COCKPIT = `${HEAD}
<title>Leeway</title>
</head>
<body>
<main>
<h1>Leeway is running</h1>
<p>There is no cockpit in this copy; in a checkout <code>npm run cockpit</code> builds it. Answer at the command line with <code>leeway checkpoints</code> and <code>leeway approve</code>,
or read <a href="/reference">what can be asked of the server</a>.</p>
</main>
</body>
</html>
`
