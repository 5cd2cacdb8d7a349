import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { parse, stringify } from 'yaml'
import * as z from 'zod'
import { compareSurvivors } from './mutation/compare-survivors.ts'
import { readReport } from './mutation/read-report.ts'
import { Explanation } from './mutation/survivor.ts'
import { ROOT } from './run-tool.ts'

/** Changes the code of a folder in small ways and asks whether a test notices: `npm run mutate -- policy frames`. */
const folders = process.argv.slice(2)
if (folders.length === 0) {
  console.error('Say which folders of src: npm run mutate -- policy frames')
  process.exit(1)
}
for (const folder of folders) if (!(await mutate(folder))) process.exitCode = 1

async function mutate(folder: string): Promise<boolean> {
  const explanations = readExplanations(folder)
  const reportFile = `reports/mutation/${folder}.json`
  rmSync(join(ROOT, reportFile), { force: true }) // an old report must never speak for a new run
  await new Stryker({
    configFile: 'stryker.config.json',
    mutate: [`src/${folder}/**/*.ts`, '!src/**/*.test.ts'],
    jsonReporter: { fileName: reportFile },
  }).runMutationTest()

  const { mutants, survivors } = readReport(readFileSync(join(ROOT, reportFile), 'utf8'))
  if (mutants === 0) throw new Error(`src/${folder} has no code to change.`)
  const { unexplained, stale } = compareSurvivors(survivors, explanations)
  if (stale.length > 0) console.warn(`Explanations of ${folder} that no longer match:\n${stringify(stale)}`)
  if (unexplained.length > 0) {
    console.error(`Survivors of ${folder} to kill with a test, or to explain with \`because\` in ${listOf(folder)}:`)
    console.error(stringify(unexplained))
  }
  const killed = mutants - survivors.length
  console.log(
    `${folder}: ${mutants} mutants, ${killed} noticed, ${survivors.length} survived, ${unexplained.length} unexplained`,
  )
  return unexplained.length === 0
}

function readExplanations(folder: string): Explanation[] {
  const file = join(ROOT, listOf(folder))
  if (!existsSync(file)) return []
  return z.array(Explanation).parse(parse(readFileSync(file, 'utf8')) ?? [])
}

function listOf(folder: string): string {
  return `mutation/${folder}.survivors.yaml`
}
