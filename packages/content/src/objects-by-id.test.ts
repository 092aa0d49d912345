import { expect, test } from 'vitest'

import { objectsByID } from './objects-by-id.ts'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** The longest address that every server and proxy accepts. */
const ADDRESS = 16_000

test('many related objects are fetched in several calls, none with a URL that is too long', async () => {
  const ids = Array.from({ length: 1000 }, (_, at) => at.toString(16).padStart(24, '0'))
  const queries: string[] = []
  const call = (_endpoint: unknown, { query }: { query: { query: string; limit: number } }) => {
    queries.push(new URLSearchParams({ query: query.query }).toString())
    const { id } = JSON.parse(query.query) as { id: { $in: string[] } }
    expect(query.limit).toBeGreaterThanOrEqual(id.$in.length)
    return Promise.resolve({
      objects: id.$in.map((one) => ({ object: { id: one, title: one, type: 'a' } })),
    })
  }
  const services = { get: (token: unknown) => (token === Api ? { call } : undefined) }
  // `objectsByID` needs no service other than the API.
  const objects = await objectsByID(services as unknown as Services, 'bucket', ids)
  expect(objects.map(({ id }) => id)).toEqual(ids)
  expect(Math.max(...queries.map(({ length }) => length))).toBeLessThan(ADDRESS)
})
