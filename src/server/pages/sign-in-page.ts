import { KEPT_WORDS, PAGE_KEY } from '../../api/page-key.ts'
import { headOf, type Look } from './look.ts'

/** Our mark as in the cockpit, drawn here: the page is there also where no cockpit is built. */
const MARK = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2b4fb3"/>
<path d="M10 8v16h6M21.5 19v5" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="21.5" cy="12" r="2.4" fill="#ffc861"/></svg>`

/** Where a browser signs in: with the code behind the hash, or with a token that somebody types. */
export function signInPage(look: Look): string {
  return `${headOf(look)}
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
}

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
    handOver(answer.person.id)
    localStorage.setItem('${PAGE_KEY.storage}', answer.page_key)
  } catch {
    return ask('This browser keeps nothing for this page, so it can not stay signed in. Allow site data for it, and ask for another link.')
  }
  location.replace('/')
}

/** What somebody else has begun to write here is theirs: it is put aside until they are back, and goes out under no other name. */
function handOver(person) {
  const before = localStorage.getItem('${KEPT_WORDS.writer}')
  const isOther = before !== null && before !== person
  if (isOther) move('${KEPT_WORDS.own}', asideOf(before))
  if (before !== person) note(person)
  if (isOther) move(asideOf(person), '${KEPT_WORDS.own}')
}

/** A browser that is full keeps nobody from signing in: what was put aside for others makes room for a name. */
function note(person) {
  localStorage.removeItem('${KEPT_WORDS.writer}')
  for (const name of [null, ...namesFrom('${KEPT_WORDS.aside}')]) {
    if (name !== null) localStorage.removeItem(name)
    try {
      return localStorage.setItem('${KEPT_WORDS.writer}', person)
    } catch {
      // The next one makes more.
    }
  }
}

function namesFrom(beginning) {
  return Object.keys(localStorage).filter((name) => name.startsWith(beginning))
}

function asideOf(person) {
  return '${KEPT_WORDS.aside}' + encodeURIComponent(person) + ':'
}

function move(from, to) {
  for (const name of namesFrom(from)) {
    const text = localStorage.getItem(name)
    localStorage.removeItem(name)
    try {
      localStorage.setItem(to + name.slice(from.length), text)
    } catch {
      // There is no room left. Rather than under another name it goes out under none.
    }
  }
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
export function noCockpit(look: Look): string {
  return `${headOf(look)}
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
}
