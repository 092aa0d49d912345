import { expect, test } from 'vitest'

import { sourcesOf } from './sources.ts'

const isTest = (path: string) =>
  /\.(test|test-d|fixture)\.tsx?$/.test(path) || path.includes('/testing/')

const sources = sourcesOf(
  'plugins/*.ts*',
  'src/*.ts*',
  'packages/content/*.ts*',
  'packages/plugin-sdk/*.ts*',
  'packages/ui/*.ts*',
).filter(({ path }) => !isTest(path) && !path.includes('/gallery'))

/** Files that may use `Intl` in addition to the formats of `@typecase/ui`, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'packages/ui/src/format.ts': 'numbers, times and lists by region',
  'packages/content/src/words/age.ts':
    'English words for distances in time, the same in all regions',
  'packages/content/src/locale-names.ts':
    'English names of languages, and which way they are written',
  'src/commands/catalog.ts': 'collation: the order of titles does not depend on a region',
}

const FORMAT = /\bIntl\.|\.toLocale(Date|Time)?String\(/

test('only @typecase/ui/format formats dates, numbers and lists', () => {
  const stray = sources.filter(({ path, text }) => FORMAT.test(text) && !(path in allowed))
  expect(stray.map(({ path }) => path)).toEqual([])
})

test('every exempt file still formats something', () => {
  const formatting = sources.filter(({ text }) => FORMAT.test(text)).map(({ path }) => path)
  expect(Object.keys(allowed).filter((path) => !formatting.includes(path))).toEqual([])
})

test('only @typecase/ui/count forms plurals', () => {
  const byHand = sources
    .filter(({ text }) => /=== 1\s*\?\s*['"`]/.test(text))
    .map(({ path }) => path)
  expect(byHand).toEqual([])
})

test('functions that put something into words are called describeX or formatX', () => {
  const named = sources
    .filter(
      ({ path, text }) =>
        /\b(?!role|bought|used)\w*[iI]nWords\b/.test(text) || /in-words/.test(path),
    )
    .map(({ path }) => path)
  expect(named).toEqual([])
})

test('no module formats a value while it loads, because the result would keep the region of that moment', () => {
  const early = sources
    .filter(({ path }) => !(path in allowed))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) =>
          /^(export )?const \w+ = format(Date|Time|Number|Count|Size|Day|Month)\w*\(/.test(line),
        )
        .map((line) => `${path}: ${line}`),
    )
  expect(early).toEqual([])
})
