import { lineDiff } from '../parts/line-diff.ts'
import { blocksOf } from './markdown-blocks.ts'
import type { BlockRow, ShownFile } from './row.ts'

/** A rendered file, block by block: those that stayed, those that went, those that came. */
export function blockRows(
  file: ShownFile,
  { old, new: now }: { readonly old: string; readonly new: string },
): readonly BlockRow[] {
  const before = blocksOf(old)
  const after = blocksOf(now)
  let [wasAt, isAt] = [0, 0]
  return compared(before, after).flatMap((did): BlockRow[] => {
    const block = did === 'removed' ? before[wasAt] : after[isAt]
    if (did !== 'added') wasAt += 1
    if (did !== 'removed') isAt += 1
    return block === undefined
      ? []
      : [{ is: 'block', key: `block ${file.path} ${did} ${block.first}`, file, block, did }]
  })
}

type Sources = readonly { readonly source: string }[]

function compared(before: Sources, after: Sources): readonly BlockRow['did'][] {
  if (before.length === 0) return after.map(() => 'added')
  if (after.length === 0) return before.map(() => 'removed')
  // A block is one line to the comparison, whatever it holds.
  const asLines = (blocks: Sources) => blocks.map(({ source }) => JSON.stringify(source)).join('\n')
  return lineDiff(asLines(before), asLines(after)).map(({ did }) => did)
}
