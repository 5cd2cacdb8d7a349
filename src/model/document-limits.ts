/** The folder of a workspace in which documents stand that people gave. */
export const DOCUMENTS_FOLDER = 'documents'

/** Whether a file stands where documents do: in the folder, or beside it because something was in the way. */
export function isDocumentPath(path: string): boolean {
  return new RegExp(`^${DOCUMENTS_FOLDER}(?:-[0-9]+)?/`).test(path)
}

/** What may be given. Everything that is taken is small enough to be searched for secrets. */
export const DOCUMENT_LIMITS = {
  /** Of one document. */
  bytes: 5 * 1024 * 1024,
  /** Of what is given at once. */
  atOnce: { documents: 20, bytes: 8 * 1024 * 1024 },
  /** Of all that a job has. */
  ofJob: { documents: 200, bytes: 50 * 1024 * 1024 },
  /** Of all that a job was ever given: what was replaced is kept, because somebody may have approved it. */
  ever: { documents: 1000, bytes: 250 * 1024 * 1024 },
} as const

/** What whoever is no person is told that gives one: nothing is decided by it. */
export const ONLY_PEOPLE_GIVE = 'Only people give a job documents.'
