const OLDEST = 24

/** Why this Node can't run the product, in a sentence; undefined when it can. */
export function tooOld(version: string): string | undefined {
  const major = Number.parseInt(version, 10)
  if (major >= OLDEST) return undefined
  return `Leeway needs Node ${OLDEST} or newer, and this is Node ${version}. Install a newer one (https://nodejs.org), or for one project alone: npm install node@${OLDEST}, and start with npx leeway and npx node FILE what is to run on it.`
}
