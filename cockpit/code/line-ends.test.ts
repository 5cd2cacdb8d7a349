import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { editorEnds, withEndsOf } from './line-ends.ts'

// biome-ignore format: a table
test.for([
  ['a\nb\n',         'a\nX\nb\n'],
  ['a\r\nb\r\n',     'a\r\nX\r\nb\r\n'],
  ['a\r\nb\nc\rd\n', 'a\r\nX\nb\nc\rd\n'],
  ['a\r',            'a\rX\n'],
  ['a\rb\r\nc\r\n',  'a\rb\r\nX\nc\r\n'],
] as const)('of %j only what was typed is another text', ([before, after]) => {
  const state = EditorState.create({ doc: before, extensions: editorEnds(before) })
  const at = state.doc.lines === 1 ? state.doc.length : state.doc.line(2).from
  const typed = state.update({ changes: { from: at, insert: `X${state.lineBreak}` } }).state
  expect(withEndsOf(before, typed.doc.toString())).toBe(after)
  expect(withEndsOf(before, state.doc.toString())).toBe(before)
})
