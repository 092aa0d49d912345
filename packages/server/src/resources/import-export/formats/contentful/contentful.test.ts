import { readFileSync } from 'node:fs'

import { listMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { importFile } from '../../testing/import-file.ts'
import { zipOf } from '../../testing/export-bucket.ts'
import { needsSharedFixtures, sharedFixture } from '../../testing/shared-fixtures.ts'
import {
  SPACE,
  asset,
  document,
  en,
  entry,
  exportOf,
  file,
  link,
  node,
  read,
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

describe('the starter blog of Contentful', () => {
  test(
    'is imported completely, and a second import changes nothing',
    needsSharedFixtures,
    async () => {
      const owner = await addOwner(server)
      const bytes = readFileSync(sharedFixture('foreign/contentful-blog.json'))
      const name = 'contentful-blog.json'
      const { report } = await importFile(server, owner, bytes, { name })
      expect(report).toMatchObject({
        source: { title: 'Contentful export of the space 28p9vvm1oxuw', media: 4 },
        object_types: { added: 2 },
        objects: { added: 4 },
        media: { added: 4 },
        relations: { resolved: 3, missing: 0 },
        total_errors: 0,
      })

      const objects = await objectsOf(owner)
      const [person] = objects.filter((object) => object.type === 'person')
      expect(person).toMatchObject({
        title: 'John Doe',
        status: 'published',
        created_at: '2017-05-11T12:04:29.532Z',
        metadata: {
          field_title: 'Web Developer',
          shortBio: '<p>Research and recommendations for modern stack websites.</p>',
        },
      })
      expect(objects.filter((object) => object.type === 'blogPost')).toHaveLength(3)
      const post = objects.find((object) => object.slug === 'static-sites-are-great')
      expect(post).toMatchObject({
        title: 'Static sites are great',
        status: 'published',
        locale: null,
        published_at: expect.stringContaining('2017-05-30'),
        metadata: {
          publishDate: '2017-05-16',
          tags: ['javascript', 'static-sites'],
          author: person?.id,
          body: expect.stringContaining('<h2>The case for the static site generator</h2>'),
        },
      })
      const { media } = (
        await server.call(listMedia, { query: { slug: owner.bucket.slug } }, owner)
      ).ok()
      expect(
        media.find(({ original_name: one }) => one === 'matt-palmer-254999.jpg'),
      ).toMatchObject({
        title: 'Sparkler',
        alt_text: 'John with Sparkler',
        width: 3000,
        size: 2293094,
        url: expect.stringContaining(
          'https://images.contentful.com/28p9vvm1oxuw/7orLdboQQowIUs22KAW4U/a97cd3b3415b51c5facfa6f4d184b650/matt-palmer-254999.jpg',
        ),
      })

      const secondImport = await importFile(server, owner, bytes, { name })
      expect(secondImport.report).toMatchObject({
        object_types: { added: 0, updated: 0 },
        objects: { added: 0, updated: 0, unchanged: 4 },
        media: { added: 0, unchanged: 4 },
      })
    },
  )
})

describe('media of Contentful', () => {
  const assets = [
    asset('a', { en: file('a', 'photo.jpg') }),
    asset('b', { en: file('b', 'photo.jpg') }),
    asset('draft', {}),
    asset('page', { en: file('page', 'page.html', 'text/html') }),
    { ...asset('old', { en: file('old', 'old.jpg') }), sys: { id: 'old', archivedVersion: 3 } },
  ]

  test('have texts and sizes, and names that do not depend on their order', async () => {
    const { bucket, warnings } = await read({ assets })
    const { bucket: turned } = await read({ assets: assets.toReversed() })
    expect(bucket.media).toMatchObject([
      {
        name: 'a-photo.jpg',
        original_name: 'photo.jpg',
        url: `https://images.ctfassets.net/${SPACE}/a/token/photo.jpg`,
        type: 'image/jpeg',
        size: 1000,
        width: 40,
        height: 30,
        title: 'Title of a',
        alt_text: 'Alt of a',
      },
      { name: 'b-photo.jpg', original_name: 'photo.jpg' },
    ])
    expect(turned.media.map(({ name }) => name)).toEqual(['b-photo.jpg', 'a-photo.jpg'])
    expect([...warnings.keys()]).toEqual([
      'Assets without a file are left out.',
      'Assets that are HTML files are left out.',
      'Archived assets are left out.',
    ])
  })

  test('are found by their addresses in texts, also with parameters', async () => {
    const { bucket } = await read({ assets })
    const at = (path: string) => bucket.resolve?.(`//images.ctfassets.net/${SPACE}/${path}`)
    expect(at('a/token/photo.jpg?w=300&fm=webp')).toEqual({ media: 'a-photo.jpg' })
    expect(at('gone/token/photo.jpg')).toHaveProperty('missing')
    expect(bucket.resolve?.('//images.ctfassets.net/elsewhere/x/y/photo.jpg')).toBeUndefined()
    expect(bucket.resolve?.('https://example.com/a/token/photo.jpg')).toBeUndefined()
  })

  test('are stored from an archive that holds their files', async () => {
    const owner = await addOwner(server)
    const path = `images.ctfassets.net/${SPACE}/a/token/photo.svg`
    const body = en({
      title: 'A',
      body: document(node('embedded-asset-block', [], { target: link('Asset', 'a') })),
    })
    const archive = await zipOf([
      [
        'export/export.json',
        exportOf({
          assets: [asset('a', { en: file('a', 'photo.svg', 'image/svg+xml') })],
          entries: [entry('1', 'page', body)],
        }),
      ],
      [`export/${path}`, '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'],
    ])
    const { report } = await importFile(server, owner, archive, { name: 'export.zip' })
    expect(report).toMatchObject({ media: { added: 1 }, total_errors: 0, warnings: [] })
    const [object] = await objectsOf(owner)
    expect(object?.metadata).toMatchObject({
      body: expect.stringMatching(/src="[^"]*\/media\/[0-9a-f]{24}-photo\.svg"/),
    })
    const secondImport = await importFile(server, owner, archive, { name: 'export.zip' })
    expect(secondImport.report).toMatchObject({ objects: { unchanged: 1 }, media: { added: 0 } })
  })
})
