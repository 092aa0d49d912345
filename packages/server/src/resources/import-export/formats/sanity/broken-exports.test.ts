import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { addOwner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { importFile } from '../../testing/import-file.ts'
import { readFormat } from '../../testing/read-format.ts'
import {
  block,
  document,
  exportOf,
  FOLDER,
  image,
  ndjson,
  read,
  reference,
  slug,
  span,
  tarOf,
} from './export.fixture.ts'
import sanity from './format.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const page = document('a', 'page', { title: 'A', body: [block([span('A')])] })
const sound = ndjson(page, document('b', 'page', { title: 'B' }))
const data = `${FOLDER}/data.ndjson`
const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** The number of imported objects, or the message of the error. */
const variants: [string, string | Buffer | Promise<Buffer>, number | RegExp][] = [
  ['cut in a line', sound.slice(0, -20), /Line 2 .*is not valid JSON/],
  ['cut after a line', sound.slice(0, sound.indexOf('\n')), 1],
  [
    'a tar cut in the documents',
    exportOf([page]).then((bytes) => bytes.subarray(0, bytes.length / 2)),
    /damaged or was cut off|not valid JSON/,
  ],
  [
    'a tar that ends in a file',
    exportOf([page], [['images/a-1x1.png', Buffer.alloc(300_000, 'x')]]).then((bytes) =>
      bytes.subarray(0, -40),
    ),
    /damaged or was cut off/,
  ],
  [
    'a tar with a name that leads out of it',
    tarOf([
      [data, sound],
      ['../../evil.txt', 'x'],
    ]),
    /leads out of it/,
  ],
  [
    'a tar with an absolute name',
    tarOf([
      [data, sound],
      ['/etc/evil.txt', 'x'],
    ]),
    /leads out of it/,
  ],
  [
    'a tar with a file twice',
    tarOf([
      [data, sound],
      [data, sound],
    ]),
    /twice/,
  ],
  ['a line that is no object', `${sound}[1]\n`, /Line 3 .*is not an object/],
  ['a line that is no JSON', sound.replace('\n', '\n<html>\n'), /Line 2 .*is not valid JSON/],
  ['blank lines and ends of Windows', sound.replaceAll('\n', '\r\n\r\n'), 2],
  [
    'no documents but those of Sanity',
    ndjson(document('_.a', 'system.group')),
    /holds no documents/,
  ],
  [
    'documents without an id or a type',
    `${sound}{}\n{"_id":"","_type":"x"}\n{"_id":7,"_type":"x"}\n`,
    2,
  ],
  ['ids that come twice', sound + sound, 2],
  ['a draft of another type', sound + ndjson(document('drafts.a', 'other', { title: 'X' })), 2],
  ['documents nested too deeply', `${sound}{"_id":"c","_type":"page","x":${deep(100)}}\n`, 2],
  ['100,000 levels', `${sound}{"_id":"c","_type":"page","x":${deep(100_000)}}\n`, 2],
  [
    'names of prototypes',
    sound +
      '{"_id":"c","_type":"__proto__","__proto__":{"a":1},"constructor":"x","toString":{"b":1}}\n',
    3,
  ],
  ['U+0000 and half characters', `${sound}{"_id":"c","_type":"page","title":"a\\u0000b"}\n`, 2],
  [
    'keys that are none here',
    ndjson(
      document('a', 'page', { '1 a/b': 1, '1 a.b': 2, ключ: 3, '': 4, [`k${'x'.repeat(300)}`]: 5 }),
    ),
    1,
  ],
  [
    'values of any shape',
    ndjson(
      document('a', 'page', {
        slug: { current: 7 },
        photo: { _type: 'image', asset: 'x' },
        next: { _ref: 5 },
        body: [{ _type: 'block', children: [[]] }],
        list: [[1], [2]],
      }),
    ),
    1,
  ],
  [
    'a type of many shapes',
    ndjson(
      ...[1, 'x', [1], { a: 1 }, [{ b: 1 }], reference('a'), image('x'), [block([])], null].map(
        (mixed, n) => document(`d${n}`, 'page', { mixed }),
      ),
    ),
    9,
  ],
  [
    'more fields than a type has',
    ndjson(
      document(
        'a',
        'page',
        Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`f${n}`, n])),
      ),
    ),
    1,
  ],
  [
    'long texts as titles, slugs and choices',
    ndjson(
      document('a', 'page', {
        title: 'x'.repeat(5000),
        slug: slug('y'.repeat(5000)),
        tags: ['z'.repeat(5000)],
      }),
    ),
    1,
  ],
  [
    'times that are none',
    ndjson({ ...document('a', 'page'), _createdAt: 'yesterday', _updatedAt: 7 }),
    1,
  ],
  [
    'references in circles',
    ndjson(
      document('a', 'page', { a: reference('a'), body: [reference('a'), block([reference('a')])] }),
    ),
    1,
  ],
  [
    'an assets.json that is no JSON',
    exportOf([page], [['assets.json', '{"image-a":']]),
    /not valid JSON/,
  ],
  [
    'an assets.json of another shape',
    exportOf(
      [page],
      [
        ['assets.json', '{"image-a":7,"x":null}'],
        ['images/a-1x1.png', 'x'],
      ],
    ),
    1,
  ],
]

describe('broken exports of Sanity', () => {
  test.each(variants)(
    'import what is valid, or fail with a reason: %s',
    async (_name, content, outcome) => {
      const owner = await addOwner(server)
      const { job, report } = await importFile(server, owner, await content, {
        name: 'data.ndjson',
      })
      const query = { slug: owner.bucket.slug, limit: 1000 }
      const { objects } = (await server.call(listObjects, { query }, owner)).ok()
      if (typeof outcome === 'number') {
        expect(report?.errors).toEqual([])
        expect(job.status).toBe('done')
        expect(objects).toHaveLength(outcome)
      } else {
        expect(job.status).toBe('failed')
        expect(JSON.stringify(job.errors)).toMatch(outcome)
        expect(objects).toEqual([])
      }
    },
  )

  test('100,000 documents with one title get distinct slugs', async () => {
    const line = (n: number) => `{"_id":"d${n}","_type":"page","title":"Same","n":${n}}\n`
    const { objects } = await read(Array.from({ length: 100_000 }, (_, n) => line(n)).join(''))
    expect(objects).toHaveLength(100_000)
    expect(new Set(objects.map(({ slug: one }) => one)).size).toBe(100_000)
  })

  test.each([
    '',
    'null',
    '{}',
    '{"_id":"a"}\n',
    '{"_index":"i","_type":"t","_id":"1","_source":{}}\n',
    'a,b\n1,2\n',
  ])('%s is not recognised as an export of Sanity', async (content) => {
    expect(await readFormat(sanity, content, 'data.ndjson')).toBeUndefined()
  })
})
