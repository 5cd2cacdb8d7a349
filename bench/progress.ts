/** Tells the person who waits what is being measured; standard output is for the result alone. */
export function progress(line: string): void {
  process.stderr.write(`  ${line}\n`)
}
