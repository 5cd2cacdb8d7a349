import { changedFiles } from '../../test/cockpit/big-files.ts'

const line = (text: string, at: number) =>
  `<div class="dl ${at % 3 === 0 ? 'added' : ''}">${at + 1} ${text.replaceAll('<', '&lt;')}</div>`

/** What a browser has to do at least: all lines of the same files as coloured boxes, with a key that moves a mark. */
export const PLAIN_DIFF = `<!doctype html><meta charset="utf-8"><title>plain</title>
<style>.dl{min-height:21px;font:12px/1.6 monospace;white-space:pre-wrap}.added{background:#e4f3ea}.dl[data-current=true]{outline:1px solid}</style>
${changedFiles()
  .map(({ path, lines }) => `<h3>${path}</h3>${lines.map(line).join('')}`)
  .join('')}
<script>
let at = -1
addEventListener('keydown', (event) => {
  if (event.key !== 'j' && event.key !== 'ArrowDown') return
  const rows = document.querySelectorAll('.dl')
  rows[at]?.removeAttribute('data-current')
  at += 1
  rows[at]?.setAttribute('data-current', 'true')
})
</script>`
