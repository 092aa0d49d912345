import { updateBucket } from '@typecase/contract/buckets'
import { mediaReferences, replaceMediaFile, updateMedia } from '@typecase/contract/media'
import type { Media } from '@typecase/contract/media-upload'
import { updateObject } from '@typecase/contract/objects'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { colorAt, picture } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile, sendForm, upload } from '../../testing/uploads.ts'
import { objectsOf } from '../testing/read-content.ts'

let server: TestServer
let owner: Owner
let media: Media
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  const metafields = [
    { key: 'hero', title: 'Hero', type: 'file' as const, media_validation_type: 'image' as const },
    { key: 'gallery', title: 'Gallery', type: 'files' as const },
  ]
  await addType(server, owner, 'stories', metafields)
  media = await add(80, 40)
})

async function add(width: number, height: number): Promise<Media> {
  const bytes = await picture(width, height).png().toBuffer()
  const [added] = await upload(server, owner, { bytes, name: 'storm.png' })
  if (!added) throw new Error('nothing was stored')
  return added
}

/** Writes a published object and returns it as a site reads it. */
async function published(data: object) {
  await addOneObject(server, owner, { title: 'A', type: 'stories', status: 'published', ...data })
  const [object] = await objectsOf(server, owner)
  // File fields have the content API's form.
  return object as unknown as { id: string; thumbnail: string; metadata: Record<string, Addresses> }
}
interface Addresses {
  url: string
  imgix_url: string
}

/** The lower right corner of the picture, which is white. */
const RECT = 'rect=40,20,40,20'

describe('a crop or focal point in a file field', () => {
  test('is refused if it is invalid or the file has another type, naming the field', async () => {
    const refuse = async (metadata: object) => {
      const { id } = await addOneObject(server, owner, { title: 'A', type: 'stories' })
      const body = { slug: owner.bucket.slug, object_id: id, data: { metadata } }
      return (await server.send(updateObject, { body }, owner)).error()
    }
    expect(await refuse({ hero: `${media.name}?rect=1,2` })).toMatchObject({
      status: 400,
      message: expect.stringContaining(
        'data.metadata.hero must have rect as left,top,width,height',
      ),
    })
    const [text] = await upload(server, owner, { bytes: 'Hello', name: 'a.txt' })
    expect(await refuse({ hero: text?.name })).toMatchObject({
      status: 400,
      message: expect.stringContaining('data.metadata.hero must be a media of type image'),
    })
    expect(await refuse({ hero: `${text?.name}?${RECT}` })).toMatchObject({ status: 400 })
  })

  test('is part of the image address, before parameters of the client; `url` is the whole file', async () => {
    const { metadata } = await published({ metadata: { hero: `${media.name}?${RECT}` } })
    expect(metadata['hero']).toEqual({
      url: media.url,
      imgix_url: media.url.replace('/media/', `/media/${RECT}/`),
    })
    const { bytes, headers } = await fetchFile(
      server,
      `${metadata['hero']?.imgix_url}?w=20&auto=format`,
      { accept: 'image/webp' },
    )
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 10 })
    expect([await colorAt(bytes, 0.1, 0.1), await colorAt(bytes, 0.9, 0.9)]).toEqual(['fff', 'fff'])
  })

  test('file details are returned on request, and can be written back', async () => {
    const patch = { slug: owner.bucket.slug, media_id: media.id, data: { alt_text: 'A storm' } }
    expect((await server.send(updateMedia, { body: patch }, owner)).status).toBe(200)
    const { id } = await published({ metadata: { hero: media.name, gallery: [media.name] } })
    const [object] = await objectsOf(server, owner, { media: 'full' })
    const metadata = object?.['metadata'] as Record<string, unknown>
    const details = { name: media.name, alt_text: 'A storm', width: 80, height: 40 }
    const file = { url: media.url, imgix_url: media.url, ...details, blurhash: media.blurhash }
    expect(metadata).toEqual({ hero: file, gallery: [file] })
    const [picked] = await objectsOf(server, owner, {
      media: 'full',
      props: 'metadata.hero.alt_text',
    })
    expect(picked).toEqual({ metadata: { hero: { alt_text: 'A storm' } } })
    const body = { slug: owner.bucket.slug, object_id: id, data: { metadata } }
    expect((await server.send(updateObject, { body }, owner)).ok()).toMatchObject({
      object: { metadata: { hero: media.name, gallery: [media.name] } },
    })
  })

  test('is kept separately for each field when a client writes the object back', async () => {
    const { metadata, id } = await published({
      metadata: {
        hero: `${media.name}?${RECT}`,
        gallery: [media.name, `${media.name}?fp-x=0&fp-y=0`],
      },
      thumbnail: `${media.name}?${RECT}`,
    })
    const data = { metadata: { hero: metadata['hero'] } }
    const body = { slug: owner.bucket.slug, object_id: id, data }
    const answer = (await server.send(updateObject, { body }, owner)).ok()
    expect(answer).toMatchObject({
      object: {
        thumbnail: `${media.name}?${RECT}`,
        metadata: {
          hero: `${media.name}?${RECT}`,
          gallery: [media.name, `${media.name}?fp-x=0&fp-y=0`],
        },
      },
    })
    const [again] = await objectsOf(server, owner)
    expect(again?.['thumbnail']).toBe(media.url.replace('/media/', `/media/${RECT}/`))
  })

  test('lets further crops follow the focal point of the field, or else that of the file', async () => {
    const data = { metadata: { focal_point: { x: 0, y: 1 } } }
    const body = { slug: owner.bucket.slug, media_id: media.id, data }
    await server.send(updateMedia, { body }, owner)
    const { metadata } = await published({
      metadata: { hero: media.name, gallery: [`${media.name}?fp-x=1&fp-y=0`] },
    })
    const gallery = metadata['gallery'] as unknown as Addresses[]
    const cropped = async (address = '') =>
      (await fetchFile(server, `${address}?w=10&h=10&fit=crop`)).bytes
    // The picture is blue at the lower left and green at the upper right: a square of full height shows only one of
    // them.
    expect(await colorAt(await cropped(metadata['hero']?.imgix_url), 0.5, 0.9)).toBe('00f')
    expect(await colorAt(await cropped(gallery[0]?.imgix_url), 0.5, 0.1)).toBe('0f0')
    // The focal point of this use does not affect another region of the picture.
    const other = await fetchFile(server, `${gallery[0]?.imgix_url}?rect=0,0,40,20`)
    expect(await colorAt(other.bytes, 0.9, 0.9)).toBe('f00')
  })

  test('counts as a use of the media', async () => {
    await published({ metadata: { hero: `${media.name}?${RECT}` } })
    const query = { slug: owner.bucket.slug, media_id: media.id }
    const answer = (await server.send(mediaReferences, { query }, owner)).ok()
    expect(answer).toMatchObject({
      references: [{ title: 'A', fields: [{ field: 'metadata.hero' }] }],
    })
  })

  test('is kept when the file is replaced, and needs a signature when media are private', async () => {
    const url = `/v3/buckets/${owner.bucket.slug}/media-upload/replace/${media.id}`
    const bytes = await picture(160, 80).negate().png().toBuffer()
    const { status } = await sendForm(server, url, owner.token, [
      ['files', { bytes, name: 'other.png' }],
    ])
    expect({ status, path: replaceMediaFile.path }).toMatchObject({ status: 200 })
    const body = { slug: owner.bucket.slug, data: { media_is_private: true } }
    ;(await server.send(updateBucket, { body }, owner)).ok()
    const { metadata } = await published({ metadata: { hero: `${media.name}?${RECT}` } })
    expect(metadata['hero']?.imgix_url).toMatch(
      new RegExp(`/media/[\\w.-]+\\.r1\\.${RECT}/${media.name}$`),
    )
    const answer = await fetchFile(server, metadata['hero']?.imgix_url ?? '')
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ width: 40, height: 20 })
    const unsigned = media.url.replace('/media/', `/media/${RECT}/`)
    expect((await fetchFile(server, unsigned)).status).toBe(404)
  })
})
