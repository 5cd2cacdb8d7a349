const ROWS = 860

/** What a browser has to do at least: a page of some six thousand coloured boxes, with a key that moves a mark. */
export const PLAIN_PAGE = `<!doctype html><meta charset="utf-8"><title>plain</title>
<style>.row{height:64px;border-bottom:1px solid #ddd}.row[data-current=true]{background:#def}.rows{height:700px;overflow:auto}</style>
<div class="rows">${Array.from(
  { length: ROWS },
  (_, index) =>
    `<div class="row" data-id="${index}"><p><b>agent</b> wants to run <code>tool ${index}</code></p><p><i>why</i> <u>high</u></p></div>`,
).join('')}</div>
<script>{
let at = -1
addEventListener('keydown', (event) => {
  if (event.key !== 'j') return
  const rows = document.querySelectorAll('.row')
  rows[at]?.removeAttribute('data-current')
  at += 1
  rows[at]?.setAttribute('data-current', 'true')
})
}</script>`
