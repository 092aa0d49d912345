import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { Queries } from '@typecase/plugin-sdk/services'
import { expect, test } from 'vitest'

import plugin from './plugin.ts'
import { activate } from './activate.ts'

test('comments that were read before the event stream opened are read again when it opens', () => {
  const facts = { 'session.isLoggedIn': true, 'route.bucketSlug': 'archive' } as const
  const host = createTestHost(plugin, { facts })
  const stop = activate({ services: host.services, signal: AbortSignal.abort() })
  const queries = host.services.get(Queries)
  const key = ['comments.list', { query: { slug: 'archive' } }]
  queries.setQueryData(key, { comments: [], total: 0 })
  host.emit({ kind: 'ping', at: 1 })
  expect(queries.getQueryState(key)?.isInvalidated).toBe(false)
  host.emit({ kind: 'open' })
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true)
  stop()
})
