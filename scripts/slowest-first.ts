import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that cross folders begin first: they start browsers, servers and git, and one of them as the last would run alone for its many
 * seconds while every other core waits. Vitest itself goes by what it remembers, which is nothing where the repository has just been cloned.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const crosses = ({ moduleId, project }: TestSpecification) =>
      relative(project.config.root, moduleId).startsWith('test/')
    return [...sorted.filter(crosses), ...sorted.filter((file) => !crosses(file))]
  }
}
