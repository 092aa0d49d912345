import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { importFile } from '../../testing/import-file.ts'
import { readFormat } from '../../testing/read-format.ts'
import {
  asset,
  document,
  en,
  entry,
  exportOf,
  field,
  file,
  node,
  paragraph,
  read,
  text,
  type,
} from './export.fixture.ts'
import contentful from './format.ts'

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

describe('broken exports of Contentful', () => {
  const sound = exportOf({
    entries: [entry('1', 'page', en({ title: 'A', body: document(paragraph(text('A'))) }))],
    assets: [asset('a', { en: file('a', 'a.jpg') })],
  })
  const whole = (content: Record<string, unknown>) =>
    exportOf({ entries: [entry('1', 'page', en({ title: 'A' }))], ...content })
  let deep: unknown = text('A')
  for (let n = 0; n < 200; n += 1) deep = node('blockquote', [deep])

  /** The number of imported objects, or the message of the error. */
  const variants: [string, string | Buffer, number | RegExp][] = [
    ['cut in a content type', sound.slice(0, 120), /not valid JSON/],
    ['cut in an entry', sound.slice(0, sound.indexOf('"fields":{"title":{"en"')), /not valid JSON/],
    ['cut before its last brace', sound.slice(0, -1), /not valid JSON/],
    ['with text after its end', `${sound} and more`, /not valid JSON/],
    [
      'with bytes that are no text',
      Buffer.concat([
        Buffer.from(sound.slice(0, 200)),
        Buffer.from([0xff, 0, 1]),
        Buffer.from(sound.slice(200)),
      ]),
      /not valid JSON/,
    ],
    ['without content types', '{"contentTypes":[],"entries":[]}', /holds no content types/],
    [
      'with content types of another shape',
      '{"contentTypes":[1,null,"x",[],{"sys":1}],"entries":[]}',
      /holds no content types/,
    ],
    [
      'with fields of another shape',
      exportOf({
        contentTypes: [
          { sys: { id: 'page' }, fields: 'x' },
          { sys: { id: 'b' }, fields: [null, 1, {}] },
        ],
        entries: [entry('1', 'page', { title: 'x' })],
      }),
      1,
    ],
    [
      'with lists of another shape',
      whole({
        assets: { a: 1 },
        locales: 'en',
        tags: 7,
        editorInterfaces: [null, { controls: {} }],
      }),
      1,
    ],
    [
      'with entries of another shape',
      exportOf({
        entries: [
          null,
          1,
          'x',
          {},
          { sys: { id: 1 } },
          entry('1', 'page', []),
          { ...entry('2', 'page', {}), fields: null },
        ],
      }),
      2,
    ],
    [
      'with values of another shape',
      exportOf({
        entries: [entry('1', 'page', { title: { en: { a: 1 } }, body: { en: 'text' } })],
      }),
      1,
    ],
    [
      'with entries of missing types',
      exportOf({ entries: [entry('1', 'gone', {}), entry('2', 'page', {})] }),
      1,
    ],
    [
      'with ids that come twice',
      exportOf({
        contentTypes: [type('page', [field('title', 'Symbol')]), type('page', [])],
        entries: [entry('1', 'page', {}), entry('1', 'page', {})],
        assets: [asset('a', { en: file('a', 'a.jpg') }), asset('a', { en: file('a', 'a.jpg') })],
      }),
      1,
    ],
    [
      'with a field that comes twice',
      exportOf({
        contentTypes: [type('page', [field('a', 'Symbol'), field('a', 'Text')])],
        entries: [entry('1', 'page', en({ a: 'x' }))],
      }),
      1,
    ],
    [
      'with texts nested without end',
      exportOf({
        entries: [entry('1', 'page', en({ body: document(deep) })), entry('2', 'page', {})],
      }),
      1,
    ],
    [
      'with 100,000 levels',
      sound.replace('"locales":', `"x":${'['.repeat(100_000)}${']'.repeat(100_000)},"locales":`),
      1,
    ],
    [
      'with names of prototypes',
      exportOf({
        contentTypes: [
          type('__proto__', [field('constructor', 'Symbol')]),
          type('page', [field('__proto__', 'Symbol')]),
        ],
        entries: [entry('1', 'page', en({ constructor: 'x' }))],
      }),
      1,
    ],
    [
      'with U+0000 and half characters',
      whole({
        entries: [entry('1', 'page', en({ title: 'a\0b\ud800' }))],
        assets: [asset('a', { en: file('a', 'a\0.jpg') })],
      }),
      1,
    ],
    [
      'with addresses that are none',
      whole({
        assets: [
          asset('a', { en: { ...file('a', 'a.jpg'), url: '//[' } }),
          asset('b', { en: { ...file('a', 'a.jpg'), url: 'file:///etc/passwd' } }),
        ],
      }),
      1,
    ],
    [
      'with times that are none',
      exportOf({
        entries: [
          entry(
            '1',
            'page',
            {},
            { createdAt: 'yesterday', updatedAt: 7, publishedAt: '2024-99-99T00:00:00Z' },
          ),
        ],
      }),
      1,
    ],
    [
      'with patterns that cannot run',
      exportOf({
        contentTypes: [
          type('page', [
            field('a', 'Symbol', {
              validations: [
                { regexp: { pattern: '(?=a)(' } },
                { in: ['', 'x'] },
                { size: 'x' },
                null,
              ],
            }),
          ]),
        ],
        entries: [entry('1', 'page', en({ a: 'x' }))],
      }),
      1,
    ],
  ]

  test.each(variants)(
    'import what is valid, or fail with a reason, for an export %s',
    async (_name, content, outcome) => {
      const owner = await addOwner(server)
      const { job, report } = await importFile(server, owner, content, { name: 'export.json' })
      if (typeof outcome === 'number') {
        expect(report?.errors).toEqual([])
        expect(job.status).toBe('done')
        expect(await objectsOf(owner)).toHaveLength(outcome)
      } else {
        expect(job.status).toBe('failed')
        expect(JSON.stringify(job.errors)).toMatch(outcome)
        expect(await objectsOf(owner)).toEqual([])
      }
    },
  )

  test('100,000 entries with one title get distinct slugs', async () => {
    const entries = Array.from({ length: 100_000 }, (_, n) =>
      entry(String(n), 'page', en({ title: 'Same' })),
    )
    const { objects } = await read({ entries })
    expect(objects).toHaveLength(100_000)
    expect(new Set(objects.map(({ slug }) => slug)).size).toBe(100_000)
  })

  test.each(['', 'null', '[]', '{}', '{"contentTypes":{}}', '{"entries":[1]}', '<html>'])(
    '%s is not recognised as an export of Contentful',
    async (content) => {
      expect(await readFormat(contentful, content)).toBeUndefined()
    },
  )
})
