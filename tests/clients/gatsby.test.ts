import { createRequire } from 'node:module'

import { addOneObject, addType } from '@typecase/server/testing/content'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { type Library, openLibrary } from './library.ts'

/** The fetching half of gatsby-source-cosmicjs 1.3.2 as it comes from the registry. */
interface FetchOptions {
  apiURL: string
  bucketSlug: string
  object: string
  apiAccess: { read_key: string }
  limit: number
  preview?: boolean
}
type FetchObjects = (options: FetchOptions) => Promise<{ title: string }[]>

// CommonJS without types.
const fetchObjects = createRequire(import.meta.url)('gatsby-source-cosmicjs/fetch') as FetchObjects

const COUNT = 23

let library: Library
beforeAll(async () => {
  library = await openLibrary()
  const { server, owner } = library
  await addType(server, owner, 'notes')
  for (let n = 0; n < COUNT; n += 1) {
    const status = n === 0 ? 'draft' : 'published'
    await addOneObject(server, owner, { type: 'notes', title: `Note ${n}`, status })
  }
})
afterAll(() => library.server.remove())
// It reports what it does there.
beforeEach(() => {
  for (const method of ['log', 'time', 'timeEnd', 'error'] as const)
    vi.spyOn(console, method).mockReturnValue(undefined)
})

function fetchNotes(options: Partial<FetchOptions> = {}) {
  const { slug, api_access } = library.owner.bucket
  return fetchObjects({
    apiURL: `${library.apiUrl}/buckets`,
    bucketSlug: slug,
    object: 'notes',
    apiAccess: { read_key: api_access.read_key ?? '' },
    limit: 1000,
    ...options,
  })
}

test('fetches the objects of a type', async () => {
  expect(await fetchNotes()).toHaveLength(COUNT - 1)
})

test('pages until it has them all, each once', async () => {
  const titles = (await fetchNotes({ limit: 5 })).map(({ title }) => title)
  expect(new Set(titles).size).toBe(COUNT - 1)
  expect(titles).toHaveLength(COUNT - 1)
})

test('previews drafts', async () => {
  const apiAccess = { read_key: library.owner.bucket.api_access.preview_key }
  expect(await fetchNotes({ preview: true, limit: 10, apiAccess })).toHaveLength(COUNT)
})

test('takes a type without objects for an empty list', async () => {
  expect(await fetchNotes({ object: 'none' })).toEqual([])
})
