/** What a phase leaves behind: five files, some of them in folders. */
export function phaseFiles(phase: number): readonly { readonly path: string; readonly content: string }[] {
  const content = `Phase ${phase} found this.\n`.repeat(40)
  return ['plan.md', 'archive/notes.md', 'output/report.md', 'output/data/table.csv', 'tools/search.md'].map(
    (path) => ({
      path: path.replace(/(\.\w+)$/, `-${phase}$1`),
      content,
    }),
  )
}
