import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { expect, test } from 'vitest'

import { scopeIds } from './scope.ts'

const plugin: Plugin = { id: 'objects', version: '1.0.0', api: 1, title: 'Objects' }
const id = (at: number) => String(at).padStart(24, '0')

test('a scope of several pages misses no object while others are added and trashed', async () => {
  let ids = Array.from({ length: 2500 }, (_, at) => id(at + 1))
  const pages: number[] = []
  const { services } = createTestHost(plugin, {
    api: {
      'objects.list': ({ query }: { query?: unknown }) => {
        const { after, skip = 0, limit } = query as { after?: string; skip?: number; limit: number }
        const from = after === undefined ? skip : ids.indexOf(after) + 1
        const page = ids.slice(from, from + limit)
        pages.push(page.length)
        const total = ids.length
        // Meanwhile someone trashes the first object, and adds one.
        ids = [...ids.slice(1), id(9000 + pages.length)]
        return { objects: page.map((one) => ({ object: { id: one } })), total, limit, skip: from }
      },
    },
  })
  const facts = { 'route.bucketSlug': 'archive' }
  const { signal } = new AbortController()
  const scope = { kind: 'query', query: { type: 'artworks' }, total: 2500 } as const
  const read = await scopeIds(scope, { services, facts, signal })
  expect(pages).toEqual([1000, 1000, 502])
  expect(new Set(read).size).toBe(2502)
  expect(read.slice(0, 2500)).toEqual(Array.from({ length: 2500 }, (_, at) => id(at + 1)))
})
