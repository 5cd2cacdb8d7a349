import { expect, test } from 'vitest'
import { DocumentName } from './document-name.ts'

test.for([
  'offer\u200b.pdf',
  'offer\u2800.pdf',
  'offer\ufdd0.pdf',
  'offer\u{13430}.pdf',
  'offer\u{e0041}.pdf',
  'a/b',
  'a\nb',
  '',
])('%j is no name of a document', (name) => {
  expect(DocumentName.safeParse(name).success).toBe(false)
})

test.for(['offer.pdf', 'Angebot für Ännchen.pdf', '見積書.pdf', `${'x'.repeat(146)}.pdf`])('%j is one', (name) => {
  expect(DocumentName.parse(name)).toBe(name)
})
