import { expect, test } from 'vitest'

import { firstIcons } from '../../packages/ui/src/first-icons.ts'
import { moreIcons } from '../../packages/ui/src/more-icons.ts'
import { sourcesOf } from './sources.ts'

const NAMED = /\bicon(?:=|: )["']([a-z0-9-]+)["']|<Icon[^>]* name="([a-z0-9-]+)"/g

/** Any other Lucide icon works as well, but a single one makes every user load all of Lucide. */
test('every icon that the product shows is in packages/ui/src/more-icons.ts', () => {
  const outlines = { ...firstIcons, ...moreIcons }
  const named = sourcesOf('src/*.ts*', 'plugins/*.ts*', 'packages/ui/*.ts*')
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(NAMED)].map(([, first, second]) => ({ path, name: first ?? second ?? '' })),
    )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !Object.hasOwn(outlines, name))).toEqual([])
})
