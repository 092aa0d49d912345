import { readFileSync } from 'node:fs'

import { listMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { importFile } from '../../testing/import-file.ts'
import { readFormat } from '../../testing/read-format.ts'
import { needsSharedFixtures, sharedFixture } from '../../testing/shared-fixtures.ts'
import { foreignId } from '../format.ts'
import ghost from './format.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
})
afterAll(() => server.remove())

const exportOf = (...posts: object[]): string =>
  JSON.stringify({
    db: [
      {
        meta: { exported_on: 1, version: '5.0.0' },
        data: {
          posts: posts.map((post, index) => ({
            id: String(index + 1),
            title: `Post ${index + 1}`,
            slug: `post-${index + 1}`,
            status: 'published',
            html: null,
            ...post,
          })),
          settings: [{ key: 'url', value: 'https://blog.test/' }],
        },
      },
    ],
  })

/** A text with a picture, and a link to a post. */
const lexicalOf = (picture: string, post: string): string =>
  JSON.stringify({
    root: {
      type: 'root',
      children: [
        { type: 'image', src: `__GHOST_URL__/content/images/${picture}`, alt: 'A' },
        {
          type: 'paragraph',
          children: [
            {
              type: 'link',
              url: `__GHOST_URL__/${post}/`,
              children: [{ type: 'extended-text', text: 'On', format: 1 }],
            },
          ],
        },
      ],
    },
  })
const mobiledocOf = (picture: string, post: string): string =>
  JSON.stringify({
    version: '0.3.1',
    markups: [['a', ['href', `__GHOST_URL__/${post}/`]]],
    atoms: [],
    cards: [['image', { src: `__GHOST_URL__/content/images/${picture}`, alt: 'A' }]],
    sections: [
      [10, 0],
      [1, 'p', [[0, [0], 1, 'On']]],
    ],
  })

test('posts without HTML get the text of their editor, with its pictures and links', async () => {
  const owner = await addOwner(server)
  const file = exportOf(
    { html: '<p><a href="__GHOST_URL__/post-2/">On</a></p>', lexical: lexicalOf('0.png', 'x') },
    { lexical: lexicalOf('a&b.png', 'post-3') },
    { mobiledoc: mobiledocOf('c.png', 'post-1') },
  )
  const { report } = await importFile(server, owner, file, { name: 'ghost.json' })
  expect(report).toMatchObject({
    source: { title: 'Ghost export of blog.test' },
    objects: { added: 3 },
    media: { added: 2 },
    warnings: [
      { message: 'Media “a&b.png” stays at blog.test: its file was not copied.', count: 2 },
    ],
    errors: [],
  })
  const { slug } = owner.bucket
  const { objects } = (await server.call(listObjects, { query: { slug } }, owner)).ok()
  const contents = new Map(objects.map(({ object }) => [object.slug, object.content]))
  const link = (id: string) => `href="object:${foreignId('ghost', 'posts', id)}"`
  const image = (src: string) =>
    `<figure><img src="https://blog.test/content/images/${src}" alt="A"></figure>`
  expect(contents).toEqual(
    new Map([
      ['post-1', `<p><a ${link('2')}>On</a></p>`],
      ['post-2', `${image('a&amp;b.png')}<p><a ${link('3')}><strong>On</strong></a></p>`],
      ['post-3', `${image('c.png')}<p><a ${link('1')}>On</a></p>`],
    ]),
  )
  const { media } = (await server.call(listMedia, { query: { slug } }, owner)).ok()
  expect(media.map(({ original_name: name }) => name).toSorted()).toEqual(['a&b.png', 'c.png'])
  const secondImport = await importFile(server, owner, file, { name: 'ghost.json' })
  expect(secondImport.report).toMatchObject({ objects: { unchanged: 3 }, media: { unchanged: 2 } })
})

test('addresses in the text of the editor resolve to media and posts', async () => {
  const video = { type: 'video', src: '/v.mp4', thumbnailSrc: '__GHOST_URL__/content/v.jpg' }
  const spacer = '<video poster="https://img.spacergif.org/v1/1x1/0a/spacer.png"></video>'
  const result = await readFormat(
    ghost,
    exportOf(
      { lexical: lexicalOf('a&b.png', 'post-2') },
      { lexical: JSON.stringify({ root: { children: [video] } }) },
      { html: spacer },
    ),
  )
  const resolve = (address: string) => result?.bucket.resolve?.(`https://blog.test/${address}`)
  expect(result?.bucket.media.map(({ name }) => name)).toEqual(['a&b.png', 'v.jpg'])
  expect(resolve('content/images/a&b.png')).toEqual({ media: 'a&b.png' })
  expect(resolve('content/v.jpg')).toEqual({ media: 'v.jpg' })
  expect(resolve('post-2/')).toEqual({ object: foreignId('ghost', 'posts', '2') })
  expect(resolve('post-9/')).toEqual({ missing: 'https://blog.test/post-9/' })
})

test('the address of most images counts as that of the site if the settings have none', async () => {
  const image = (host: string) => `<img src="https://${host}/content/images/a.png">`
  const html = ['other.test', 'blog.test', 'blog.test'].map(image).join('')
  const file = exportOf({ html: `${html}<img src="__GHOST_URL__/b.png">` }).replace('"url"', '"x"')
  const { bucket } = (await readFormat(ghost, file)) ?? {}
  expect(bucket?.media.map(({ url }) => url)).toContain('https://blog.test/b.png')
})

test('warnings count unknown parts of texts, and name posts whose text cannot be read', async () => {
  const unknown = JSON.stringify({ root: { children: [{ type: 'poll' }, { type: 'poll' }, {}] } })
  const result = await readFormat(
    ghost,
    exportOf(
      { lexical: unknown, title: 'A' },
      { lexical: '{"root":{"chil', title: 'B' },
      { mobiledoc: '[', title: 'C' },
      { lexical: 'x', mobiledoc: mobiledocOf('c.png', 'a'), title: 'D' },
      { lexical: 7, mobiledoc: {}, html: ['x'], title: 'E' },
      { lexical: '{"root":{"children":[]}}' },
    ),
  )
  expect(result?.objects.map(({ content }) => content?.slice(0, 8))).toEqual([
    '',
    '',
    '',
    '<figure>',
    '',
    '',
  ])
  expect([...(result?.warnings ?? [])]).toEqual([
    ['Texts without HTML hold parts that have no form here: poll.', 2],
    ['Texts without HTML hold parts that have no form here: unnamed.', 1],
    ['The text of “B” cannot be read: it has no HTML, and what the editor stored is damaged.', 2],
  ])
})

test(
  'an export becomes posts, authors and tags, and a second import changes nothing',
  needsSharedFixtures,
  async () => {
    const file = readFileSync(sharedFixture('foreign/ghost.json'))
    const dry = await importFile(server, owner, file, {
      name: 'ghost.json',
      import_mode: 'dry_run',
    })
    expect(dry.report?.source).toMatchObject({ title: 'Ghost export' })
    expect(dry.report).toMatchObject({
      objects: { added: 7 },
      media: { added: 12 },
      relations: { resolved: 4, missing: 0 },
      warnings: [
        {
          message: 'Media “feature-1.jpg” stays at example.com: its file was not copied.',
          count: 12,
        },
      ],
      total_errors: 0,
    })
    const { report } = await importFile(server, owner, file, { name: 'ghost.json' })
    expect(report?.objects).toMatchObject({ added: 7, updated: 0 })
    const query = { slug: owner.bucket.slug }
    const { objects } = (await server.call(listObjects, { query }, owner)).ok()
    expect(objects.find(({ object }) => object.slug === 'post-3-lexical')?.object.content).toBe(
      '<figure><img src="https://example.com/images/lexical-image.jpg" alt="" width="800" height="600"></figure>',
    )
    const secondImport = await importFile(server, owner, file, { name: 'ghost.json' })
    expect(secondImport.report?.objects).toMatchObject({ added: 0, updated: 0, unchanged: 7 })
  },
)
