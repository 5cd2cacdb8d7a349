import { EditorState, type Extension } from '@codemirror/state'

/** Whether every line of a text ends in a carriage return and a line feed, and neither stands alone. An editor shows such a text as any other. */
function endsInBoth(text: string): boolean {
  return text.includes('\r\n') && !/(?:^|[^\r])\n|\r(?!\n)/.test(text)
}

/** What was edited, with the ends that the lines had before: an editor knows only one. */
export function withEndsOf(before: string, edited: string): string {
  return endsInBoth(before) ? edited.replaceAll(/\r?\n/g, '\r\n') : edited
}

/** Where lines end in different ways, only a line feed ends one for the editor, and whatever stands before it is kept and seen. */
export function editorEnds(text: string): Extension {
  return text.includes('\r') && !endsInBoth(text) ? EditorState.lineSeparator.of('\n') : []
}
