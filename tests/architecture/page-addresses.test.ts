import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { expect, test } from 'vitest'

import { isReservedSlug } from '../../packages/server/src/resources/buckets/reserved-slugs.ts'

const plugins = import.meta.glob<Plugin>('../../plugins/*/plugin.ts', {
  eager: true,
  import: 'default',
})

/** Pages whose address begins at the root, where a bucket has its slug. */
const rootPages = Object.values(plugins)
  .flatMap(({ routes = [] }) => routes)
  .filter(({ mount, path }) => (mount === 'root' || mount === 'public') && path !== '')

test.each(rootPages.map(({ id, path }) => [id, path.split('/')[0] ?? '']))(
  '%s: no bucket can have the slug “%s”',
  (_id, first) => {
    // A parameter is not a fixed word. Only buckets have their slug there.
    expect(first.startsWith('$') || isReservedSlug(first)).toBe(true)
  },
)
