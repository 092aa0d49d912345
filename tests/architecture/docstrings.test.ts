import { expect, test } from 'vitest'

import { sourcesOf } from './sources.ts'

const PUBLIC = ['contract', 'content-query', 'ui', 'plugin-sdk', 'content', 'extension-sdk']
/** Files that are not packed, or are only for display. */
const OTHER = /\.(test|test-d|fixture)\.|\/content(-query)?\/src\/testing\/|\/gallery/
const DECLARATION = /^export (?:async )?(?:const|function\*?|class|interface|type) \w+/
/**
 * Exports that are described elsewhere: an endpoint by its `summary`, a reference by its command, a token by the
 * interface of its service, props by their component and a comment each, a derived type by its base.
 */
const DESCRIBED =
  /= endpoint\(|= commandRef\b|= token<|^export (?:interface|type) \w+Props\b|^export type .*\btypeof\b/

test('every export of a public package has a description', () => {
  const silent = sourcesOf(...PUBLIC.map((name) => `packages/${name}/src/*.ts*`))
    .filter(({ path }) => !OTHER.test(path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n').filter((line) => !line.startsWith('//'))
      return lines.flatMap((line, at) =>
        DECLARATION.test(line) && !DESCRIBED.test(line) && !lines[at - 1]?.trimEnd().endsWith('*/')
          ? [`${path}: ${line}`]
          : [],
      )
    })
  expect(silent).toEqual([])
})
