import { readFileSync } from 'node:fs'

import { listMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { importFile } from '../../testing/import-file.ts'
import { needsSharedFixtures, sharedFixture } from '../../testing/shared-fixtures.ts'
import {
  block,
  document,
  exportOf,
  idOf,
  image,
  ndjson,
  read,
  reference,
  span,
} from './export.fixture.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

async function objectsOf(owner: Owner) {
  const query = { slug: owner.bucket.slug, limit: 1000 }
  const { objects } = (await server.call(listObjects, { query }, owner)).ok()
  return objects.map(({ object }) => object)
}

test(
  'the sample dataset is imported completely, and a second import changes nothing',
  needsSharedFixtures,
  async () => {
    const owner = await addOwner(server)
    const bytes = readFileSync(sharedFixture('foreign/sanity-sample.tar.gz'))
    const name = 'sanity-sample.tar.gz'
    const { report } = await importFile(server, owner, bytes, { name })
    expect(report).toMatchObject({
      source: { title: 'Sanity export of the dataset nextjs-clean-pr-147-test', media: 6 },
      object_types: { added: 4 },
      objects: { added: 6 },
      media: { added: 6 },
      relations: { missing: 0 },
      total_errors: 0,
      warnings: [
        { message: 'Documents of Sanity itself and of its plugins are left out.', count: 6 },
      ],
    })

    const objects = await objectsOf(owner)
    expect(
      objects.map(({ type, title, status }) => [type, title, status]).toSorted(byText),
    ).toEqual(
      [
        ['page', 'About', 'published'],
        ['person', 'Sanity CMS', 'published'],
        ['post', 'Supercharge Your Web Development with Sanity and Next.js!', 'published'],
        ['post', 'Why Next.js Developers Love Sanity', 'published'],
        ['post', 'Why Sanity Wins Over Traditional CMSes', 'published'],
        ['settings', 'Sanity + Next.js', 'published'],
      ].toSorted(byText),
    )
    const person = objects.find(({ type }) => type === 'person')
    const post = objects.find(
      ({ slug }) => slug === 'supercharge-your-web-development-with-sanity-and-nextjs',
    )
    const { media } = (
      await server.call(listMedia, { query: { slug: owner.bucket.slug } }, owner)
    ).ok()
    const cover = media.find(({ original_name: one }) => one === 'supercharge.jpg')
    expect(cover).toMatchObject({
      width: 1200,
      height: 630,
      size: 753868,
      alt_text: expect.stringContaining('a black and white poster'),
    })
    expect(post).toMatchObject({
      id: idOf('1b417722-89a9-40c8-a2c4-736ce2551460'),
      created_at: '2024-08-23T11:56:03.000Z',
      thumbnail: cover?.name,
      metadata: {
        author: person?.id,
        coverImage: cover?.name,
        coverImage_alt: expect.stringContaining('a black and white poster'),
        date: '2025-09-10T17:00:00.000Z',
        excerpt: expect.stringMatching(/^Sanity and NextJS are a powerful combination/),
        content: expect.stringMatching(
          /^<p>Sanity and Next\.js are .+<\/p><h2>Tell me more<\/h2><p>One of .+<a href="https:\/\/github\.com\/sanity-io\/next-sanity\/">next-sanity<\/a> package/,
        ),
      },
    })
    const page = objects.find(({ type }) => type === 'page')
    expect(page?.metadata).toMatchObject({
      heading: 'Unlocking the Future of Web Development with Sanity.io and Next.js',
      pageBuilder: [
        {
          _type: 'infoSection',
          heading: 'Sanity',
          content: expect.stringContaining('<strong>Sanity</strong></a> is a modern'),
        },
        {
          _type: 'callToAction',
          button_buttonText: 'Try Sanity free →',
          button_link_href: 'https://sanity.io',
          image: media.find(({ original_name: one }) => one === 'image.png')?.name,
        },
        { _type: 'infoSection', heading: 'Next.js' },
        { _type: 'callToAction', contentAlignment: 'imageFirst' },
        { _type: 'infoSection' },
      ],
    })

    const secondImport = await importFile(server, owner, bytes, { name })
    expect(secondImport.report).toMatchObject({
      object_types: { added: 0, updated: 0 },
      objects: { added: 0, updated: 0, unchanged: 6 },
      media: { added: 0, unchanged: 6 },
    })
  },
)

const byText = (a: readonly string[], b: readonly string[]) => a.join().localeCompare(b.join())

describe('media of Sanity', () => {
  const name = 'abc-4x2.svg'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>'

  test('in an archive are stored, and fields with hotspots and texts refer to them', async () => {
    const owner = await addOwner(server)
    const documents = [
      document('a', 'page', {
        title: 'A',
        photo: image(name, { hotspot: { x: 0.25, y: 0.75 } }),
        body: [block([span('See '), reference('b')]), image(name)],
      }),
      document('b', 'page', { title: 'B' }),
    ]
    const bytes = await exportOf(documents, [
      [`images/${name}`, svg],
      [
        'assets.json',
        JSON.stringify({
          'image-abc': { originalFilename: 'Sea.svg', title: 'The sea', altText: 'Waves' },
        }),
      ],
    ])
    const { report } = await importFile(server, owner, bytes, { name: 'production.tar.gz' })
    expect(report).toMatchObject({
      objects: { added: 2 },
      media: { added: 1 },
      warnings: [],
      errors: [],
    })
    const { media } = (
      await server.call(listMedia, { query: { slug: owner.bucket.slug } }, owner)
    ).ok()
    expect(media).toMatchObject([{ original_name: 'Sea.svg', title: 'The sea', alt_text: 'Waves' }])
    const stored = media[0]?.name ?? ''
    const object = (await objectsOf(owner)).find(({ title }) => title === 'A')
    expect(object?.metadata).toMatchObject({
      photo: `${stored}?fp-x=0.25&fp-y=0.75`,
      body: expect.stringMatching(
        new RegExp(
          `^<p>See <a href="object:${idOf('b')}">B</a></p><p><img src="[^"]+/media/${stored}" alt="Waves"></p>$`,
        ),
      ),
    })
    const secondImport = await importFile(server, owner, bytes, { name: 'production.tar.gz' })
    expect(secondImport.report).toMatchObject({
      objects: { unchanged: 2 },
      media: { added: 0, unchanged: 1 },
    })
  })

  test('in an HTTP export stay on their server', async () => {
    const url = `https://cdn.sanity.io/images/p/d/${name}`
    const { bucket, objects } = await read(
      ndjson(
        document('a', 'page', { photo: { _type: 'image', asset: reference('image-abc-4x2-svg') } }),
        document('b', 'page', {
          body: [block([span('A')]), { _type: 'file', asset: reference('file-def-pdf') }],
        }),
        document('image-abc-4x2-svg', 'sanity.imageAsset', {
          url,
          originalFilename: 'sea.svg',
          mimeType: 'image/svg+xml',
          size: 99,
        }),
        document('file-def-pdf', 'sanity.fileAsset', {
          url: 'https://cdn.sanity.io/files/p/d/def.pdf',
          originalFilename: 'x.pdf',
        }),
      ),
    )
    expect(bucket.media).toMatchObject([
      { name, url, original_name: 'sea.svg', type: 'image/svg+xml', size: 99, width: 4 },
      { name: 'def.pdf', url: 'https://cdn.sanity.io/files/p/d/def.pdf', original_name: 'x.pdf' },
    ])
    expect(objects[0]?.metadata).toEqual({ photo: name })
    expect(objects[1]?.metadata['body']).toBe(
      '<p>A</p><p><a href="https://cdn.sanity.io/files/p/d/def.pdf">def.pdf</a></p>',
    )
    expect(bucket.resolve?.(`${url}?w=200`)).toEqual({ media: name })
    expect(bucket.resolve?.('https://example.com/abc-4x2.svg')).toBeUndefined()
  })
})
