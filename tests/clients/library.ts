import { newId } from '@typecase/contract/ids'
import { deleteObjects, updateObject } from '@typecase/contract/objects'
import { addOneObject, addType } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'

/** A small library on a listening server, created through the dashboard's API. Clients read it over loopback. */
export interface Library {
  server: TestServer
  owner: Owner
  /** The `apiUrl` of clients. */
  apiUrl: string
  /** Ids of objects by title, and of media by name. */
  ids: Readonly<Record<string, string>>
}

/**
 * Clients look media up by the last part of its address without decoding it, so names contain no characters that
 * addresses escape.
 */
export const COVER = '1f2e3d4c-harbour-at-dusk.png'

/** The name of a media that does not exist. */
const LOST = '1f2e3d4c-lost.png'

/** Creates three books by Ada: a published one, one with a newer draft, and a draft. */
export async function openLibrary(): Promise<Library> {
  const server = await startTestServer()
  const owner = await addOwner(server)
  const ids: Record<string, string> = {}

  async function add(type: string, title: string, metadata: object, more: object = {}) {
    const data = { type, title, status: 'published', metadata, ...more }
    ids[title] = (await addOneObject(server, owner, data)).id
  }

  await addType(server, owner, 'authors', [{ key: 'city', type: 'text' }])
  await addType(
    server,
    owner,
    'books',
    [
      { key: 'year', type: 'number' },
      { key: 'author', type: 'object', object_type: 'authors' },
      { key: 'cover', type: 'file' },
      { key: 'topics', type: 'check-boxes', options: [{ value: 'sea' }, { value: 'land' }] },
    ],
    { localization: true },
  )
  ids[COVER] = await addMedia(server, owner, COVER)
  await add('authors', 'Ada', { city: 'London' })
  const author = ids['Ada']
  await add('books', 'Harbours', { year: 1990, author, cover: COVER, topics: ['sea'] })
  await add('books', 'Rivers', { year: 2000, author, cover: LOST, topics: ['sea', 'land'] })
  await add('books', 'Wells', { year: 2010, author })
  await add('books', 'Flüsse', { year: 2001 }, { slug: 'rivers', locale: 'de' })
  await add('books', 'Plans', { year: 2030 }, { status: 'draft' })
  await add('books', 'Burnt', {})

  const slug = owner.bucket.slug
  const newer = {
    slug,
    object_id: ids['Wells'] ?? '',
    data: { title: 'Wells, again', status: 'draft' as const },
  }
  ;(await server.call(updateObject, { body: newer }, owner)).ok()
  const burnt = { slug, object_ids: [ids['Burnt'] ?? ''] }
  ;(await server.call(deleteObjects, { body: burnt }, owner)).ok()

  const origin = await server.http.listen({ port: 0, host: '127.0.0.1' })
  return { server, owner, apiUrl: `${origin}/v3`, ids }
}

/** Inserts a row of media without its bytes, since these clients only ask for its address. */
async function addMedia(server: TestServer, { bucket }: Owner, name: string): Promise<string> {
  const now = server.app.clock.iso()
  const id = newId()
  const row = {
    id,
    bucket_id: bucket.id,
    name,
    original_name: 'harbour at dusk.png',
    size: 1234,
    type: 'image/png',
    folder: 'covers',
    alt_text: 'A harbour at dusk',
    created_at: now,
    modified_at: now,
  }
  // The table's types belong to the resource that writes it.
  await server.app.db.write(
    ({ db }) =>
      db
        .insertInto('media' as never)
        .values(row as never)
        .execute(),
    'serializable',
  )
  return id
}
