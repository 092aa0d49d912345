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

describe('style sheets', () => {
  test('take fonts from the tokens', () => {
    const fonts = valuesOf('font')
    expect(fonts.length).toBeGreaterThan(50)
    expect(
      fonts.filter(({ value }) => !/^(var\(--(text|title)[\w-]*\)|inherit)$/.test(value)),
    ).toEqual([])
  })

  test('use only the two radii of the tokens, full rounding or none', () => {
    const parts = valuesOf('border-radius').flatMap(({ path, value }) =>
      value.split(' ').map((part) => ({ path, part })),
    )
    expect(parts.length).toBeGreaterThan(30)
    expect(
      parts.filter(({ part }) => !/^(var\(--radius(-small)?\)|0|50%|100vmax|inherit)$/.test(part)),
    ).toEqual([])
  })

  test('take spacing from the tokens for every size that has one', () => {
    const spaces = valuesOf('(?:margin|padding|gap|row-gap|column-gap)(?:-[a-z]+)*')
    expect(spaces.length).toBeGreaterThan(300)
    expect(
      spaces.filter(({ value }) => /(?<![\w.])(?:4|8|12|16|20|24|32|40)px/.test(value)),
    ).toEqual([])
  })
})
