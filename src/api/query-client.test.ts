import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { errorFrom } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

test('a missing object is requested once, and not again by the page that shows it', async () => {
  const client = createQueryClient()
  const missing = { status: 404, code: 'not_found', message: 'There is no such object.' }
  const queryFn = vi.fn<() => Promise<unknown>>(() => Promise.reject(errorFrom(404, missing)))
  const options = { queryKey: ['objects.get'], queryFn }
  await client.prefetchQuery(options)
  const stop = new QueryObserver(client, client.defaultQueryOptions(options)).subscribe(() => {})
  await vi.waitFor(() => expect(client.isFetching()).toBe(0), 10_000)
  expect(queryFn).toHaveBeenCalledTimes(1)
  stop()
})
