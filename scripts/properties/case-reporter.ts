import type { Reporter, TestModule } from 'vitest/node'

/** Says at the end of a run how many cases its properties really tried. */
export class CaseReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const cases = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => test.meta().cases ?? 0)
      .filter((count) => count > 0)
    const sum = cases.reduce((total, count) => total + count, 0)
    console.log(`${sum.toLocaleString('en')} cases ran in ${cases.length} tests with properties`)
  }
}
