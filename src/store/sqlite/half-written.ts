/** A write failed after it had begun to write, so the transaction has to be rolled back and done without it. */
export class HalfWritten extends Error {
  override readonly name = 'HalfWritten'

  constructor(cause: unknown) {
    super('A write failed half-way.', { cause })
  }
}
