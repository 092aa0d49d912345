import { describe, expect, test } from 'vitest'

import { sourcesOf } from './sources.ts'

const sheets = sourcesOf('packages/ui/*.css', 'plugins/*.css', 'src/*.css').filter(
  ({ path }) => !path.endsWith('/tokens.css'),
)

/** Returns the values of a property in all style sheets, with their files. */
const valuesOf = (property: string) =>
  sheets.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`(?<![\\w-])${property}: ([^;]+);`, 'g'))].map(
      ([, value = '']) => ({ path, value }),
    ),
  )

describe('styles', () => {
  test('take text from the tokens', () => {
    const fonts = valuesOf('font')
    expect(fonts.length).toBeGreaterThan(50)
    expect(
      fonts.filter(({ value }) => !/^(var\(--(text|title)[\w-]*\)|inherit)$/.test(value)),
    ).toEqual([])
  })

  test('know two radii; others are round or none', () => {
    const parts = valuesOf('border-radius').flatMap(({ path, value }) =>
      value.split(' ').map((part) => ({ path, part })),
    )
    expect(parts.length).toBeGreaterThan(30)
    expect(
      parts.filter(({ part }) => !/^(var\(--radius(-small)?\)|0|50%|100vmax|inherit)$/.test(part)),
    ).toEqual([])
  })

  test('take space from the tokens where one has the size', () => {
    const spaces = valuesOf('(?:margin|padding|gap|row-gap|column-gap)(?:-[a-z]+)*')
    expect(spaces.length).toBeGreaterThan(300)
    expect(
      spaces.filter(({ value }) => /(?<![\w.])(?:4|8|12|16|20|24|32|40)px/.test(value)),
    ).toEqual([])
  })
})
