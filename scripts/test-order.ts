import { readFileSync } from 'node:fs'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Orders the files of each project by environment. A worker ends when the next file needs another environment, and a
 * new worker loads vitest, jsdom and the product again: 130 times in a mixed order. Files without a document are split
 * into two halves, because each file adds 10 MB to a worker's memory.
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
  const withoutDocument = files.filter((file) => !needsDocument(file))
  return [
    ...withoutDocument.filter((_, at) => at % 2 === 0),
    ...files.filter(needsDocument),
    ...withoutDocument.filter((_, at) => at % 2 === 1),
  ]
}

const needsDocument = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom')
