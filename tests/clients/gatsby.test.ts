import { createRequire } from 'node:module'

import { addOneObject, addType } from '@typecase/server/testing/content'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { type Library, openLibrary } from './library.ts'

/** The fetching half of gatsby-source-cosmicjs 1.3.2 as published in the registry. */
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
// The plugin reports its work on the console.
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

test('the source fetches the objects of an object type', async () => {
  expect(await fetchNotes()).toHaveLength(COUNT - 1)
})

test('the source reads page by page until it has every object once', async () => {
  const titles = (await fetchNotes({ limit: 5 })).map(({ title }) => title)
  expect(new Set(titles).size).toBe(COUNT - 1)
  expect(titles).toHaveLength(COUNT - 1)
})

test('the source fetches drafts with the preview option', async () => {
  const apiAccess = { read_key: library.owner.bucket.api_access.preview_key }
  expect(await fetchNotes({ preview: true, limit: 10, apiAccess })).toHaveLength(COUNT)
})

test('the source returns an empty list for an object type without objects', async () => {
  expect(await fetchNotes({ object: 'none' })).toEqual([])
})

describe('the Gatsby plugin', () => {
  interface Node {
    id: string
    title: string
    internal: { type: string; content: string; contentDigest: string }
  }
  interface Actions {
    createNode(node: Node): void
    deleteNode(deleted: { node: unknown }): void
  }
  // CommonJS without types.
  const { sourceNodes, createResolvers } = createRequire(import.meta.url)(
    'gatsby-source-cosmicjs/gatsby-node',
  ) as {
    sourceNodes(api: object, options: object): Promise<void>
    createResolvers(api: object, options: object): void
  }

  async function nodesOf(options: object, webhookBody?: object) {
    const nodes: Node[] = []
    const deleted: unknown[] = []
    const actions: Actions = {
      createNode: (node) => void nodes.push(node),
      deleteNode: ({ node }) => void deleted.push(node),
    }
    const { slug: bucketSlug, api_access } = library.owner.bucket
    const api = {
      actions,
      webhookBody,
      createContentDigest: (item: object) => String(JSON.stringify(item).length),
      getNode: (id: string) => nodes.find((node) => node.id === id) ?? id,
    }
    const apiURL = `${library.apiUrl}/buckets`
    const apiAccess = { read_key: api_access.read_key }
    await sourceNodes(api, { apiURL, bucketSlug, apiAccess, limit: 10, ...options })
    return { nodes, deleted }
  }

  test('sourceNodes creates a node for each object, with its id and type', async () => {
    const { nodes } = await nodesOf({ objectTypes: ['notes', 'authors'] })
    expect(nodes).toHaveLength(COUNT)
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(COUNT)
    const ada = nodes.find(({ title }) => title === 'Ada')
    expect(ada).toMatchObject({ id: library.ids['Ada'], internal: { type: 'CosmicjsAuthors' } })
  })

  test('sourceNodes accepts the parameters of an object type, and the option for images', async () => {
    const params = { sort: 'title', props: 'id,type,title', limit: 50 }
    const { nodes } = await nodesOf({ objectTypes: [{ type: 'notes', params }], localMedia: true })
    expect(nodes.map(({ internal }) => internal.type)).toEqual(
      Array.from({ length: COUNT - 1 }, () => 'CosmicjsNotes'),
    )
  })

  test('sourceNodes deletes nodes on a deletion webhook; createResolvers adds nothing by default', async () => {
    const { deleted } = await nodesOf({}, { type: 'object.deleted', data: ['a', 'b'] })
    expect(deleted).toEqual(['a', 'b'])
    createResolvers({ createResolvers: () => expect.unreachable() }, {})
  })
})
