import { expect, test } from 'vitest'

import { importsOf, sourcesOf } from './sources.ts'

const views = sourcesOf('src/*.tsx', 'plugins/*.tsx', 'packages/plugin-sdk/*.tsx').filter(
  ({ path }) => !/\.(test|fixture)\.tsx$/.test(path),
)

/** Native controls of the browser outside the design system, with the reason. */
const exceptions: readonly { readonly path: string; readonly why: string }[] = [
  {
    path: 'plugins/editor/fields/repeater-row.tsx',
    why: 'four buttons in each of up to 1,000 rows that one types in, one of which is dragged while the rows are virtual',
  },
]

test('views use the controls of the design system instead of bare HTML controls', () => {
  expect(views.length).toBeGreaterThan(150)
  const offenders = views
    .filter(({ text }) => /<(button|input|select|textarea|dialog)[\s/>]/.test(text))
    .map(({ path }) => path)
  expect(offenders).toEqual(exceptions.map(({ path }) => path).sort())
})

test('no source imports private modules of react-aria', () => {
  const offenders = sourcesOf('src/*.ts*', 'plugins/*.ts*', 'packages/*.ts*').flatMap((source) =>
    importsOf(source)
      .filter((name) => /^react-(aria|stately)[\w-]*\/(private|dist|src)\//.test(name))
      .map((name) => `${source.path}: ${name}`),
  )
  expect(offenders).toEqual([])
})

test('a single hook virtualises long lists', () => {
  const offenders = sourcesOf('src/*.ts*', 'plugins/*.ts*', 'packages/*.ts*')
    .filter((source) => importsOf(source).includes('@tanstack/react-virtual'))
    .map(({ path }) => path)
  expect(offenders).toEqual(['packages/plugin-sdk/src/react/virtual-rows.tsx'])
})
