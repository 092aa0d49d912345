import { expect, test } from 'vitest'

import { sourcesOf } from './sources.ts'

test('short lists are filtered with holdsWords, not with string comparisons of their own', () => {
  const sources = sourcesOf('src/*.ts*', 'plugins/*.ts*', 'packages/*/src/*.ts*').filter(
    ({ path }) => !path.startsWith('packages/server/') && !/\.(test|fixture)\.tsx?$/.test(path),
  )
  expect(sources.length).toBeGreaterThan(1000)
  const offenders = sources
    .filter(({ text }) =>
      /Case\(\)\s*\.includes\(|\.includes\([^()]*\.to(Locale)?LowerCase|words\s*\.every\(\(word\) => text/.test(
        text,
      ),
    )
    .map(({ path }) => path)
  // The words of this file have separators of another kind.
  expect(offenders).toEqual(['packages/content/src/field-choices.ts'])
})
