import { readFileSync } from 'node:fs'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Orders the files of each project by environment. A worker ends when its next file needs another one, and a new worker
 * loads vitest, jsdom and the product again: 130 times in a mixed order. Files without a document come in two halves, as
 * a worker's memory grows by 10 MB with each.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = new Set(sorted.map(({ project }) => project))
    return [...projects].flatMap((one) =>
      byEnvironment(sorted.filter((file) => file.project === one)),
    )
  }
}

function byEnvironment(files: TestSpecification[]): TestSpecification[] {
  const bare = files.filter((file) => !needsDocument(file))
  return [
    ...bare.filter((_, at) => at % 2 === 0),
    ...files.filter(needsDocument),
    ...bare.filter((_, at) => at % 2 === 1),
  ]
}

const needsDocument = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom')
