import { describe, expect, test } from 'vitest'

import { block, document, idOf, ndjson, read, reference, slug, span } from './export.fixture.ts'

const outline = async (...documents: object[]) =>
  (await read(ndjson(...documents))).objects.map(({ title, status, published }) => [
    title,
    status,
    published?.title,
  ])

describe('drafts of Sanity', () => {
  test('stand alone or join their published version, in any order', async () => {
    expect(
      await outline(
        document('a', 'page', { title: 'A' }),
        document('drafts.b', 'page', { title: 'B' }),
        document('drafts.c', 'page', { title: 'C, changed' }),
        document('d', 'page', { title: 'D' }),
        document('d2', 'page', { title: 'E' }),
        document('drafts.d', 'page', { title: 'D, changed' }),
        document('c', 'page', { title: 'C' }),
      ),
    ).toEqual([
      ['A', 'published', undefined],
      ['B', 'draft', undefined],
      ['E', 'published', undefined],
      ['D, changed', 'draft', 'D'],
      ['C, changed', 'draft', 'C'],
    ])
  })

  test('share the id and slug of the published version, and have their own values', async () => {
    const { objects } = await read(
      ndjson(
        document('drafts.a', 'page', {
          title: 'New',
          n: 2,
          slug: slug('a'),
          _updatedAt: '2024-03-01T00:00:00Z',
        }),
        document('a', 'page', { title: 'Old', n: 1, slug: slug('a') }),
      ),
    )
    expect(objects).toEqual([
      {
        id: idOf('a'),
        type: 'page',
        status: 'draft',
        created_at: '2024-01-01T10:00:00.000Z',
        modified_at: '2024-03-01T00:00:00.000Z',
        title: 'New',
        slug: 'a',
        metadata: { n: 2 },
        published: {
          title: 'Old',
          slug: 'a',
          modified_at: '2024-01-02T10:00:00.000Z',
          metadata: { n: 1 },
        },
      },
    ])
  })

  test('join published versions thousands of lines away', async () => {
    const ids = Array.from({ length: 5003 }, (_, n) => `p${n}`)
    const { objects } = await read(
      ndjson(
        ...ids.map((id) => document(id, 'page', { title: id })),
        ...ids.map((id) => document(`drafts.${id}`, 'page', { title: `${id}!` })),
        document('last', 'page', { title: 'last' }),
      ),
    )
    expect(objects).toHaveLength(5004)
    expect(new Set(objects.map(({ id }) => id)).size).toBe(5004)
    expect(objects.filter(({ title, published }) => title === `${published?.title}!`)).toHaveLength(
      5003,
    )
  })
})

describe('titles and slugs of Sanity', () => {
  test.each([
    [{ title: 'T', name: 'N' }, 'T', ['name']],
    [{ name: 'N', heading: 'H' }, 'N', ['heading']],
    [{ firstName: 'Ada', lastName: 'Byron' }, 'Ada Byron', ['firstName', 'lastName']],
    [{ slug: slug('from-slug') }, 'from-slug', []],
    [{ n: 1 }, 'Untitled', ['n']],
    [{ title: { en: 'A' } }, 'Untitled', ['field_title']],
  ])('are taken from the values %j', async (values, title, fields) => {
    const { bucket, objects } = await read(ndjson(document('a', 'page', values)))
    expect(objects[0]?.title).toBe(title)
    expect(bucket.types[0]?.metafields.map(({ key }) => key)).toEqual(fields)
  })

  test('leave a name as a field if another document of the type has a title', async () => {
    const { bucket, objects } = await read(
      ndjson(
        document('a', 'page', { name: 'N' }),
        document('b', 'page', { title: 'T', name: 'N of T' }),
      ),
    )
    expect(bucket.types[0]?.metafields.map(({ key }) => key)).toEqual(['name'])
    expect(objects.map(({ title, metadata }) => [title, metadata['name']])).toEqual([
      ['N', 'N'],
      ['T', 'N of T'],
    ])
  })

  test('keep a slug as a field if the import has to change it', async () => {
    const { objects } = await read(
      ndjson(
        document('a', 'page', { title: 'A', slug: slug('/') }),
        document('b', 'page', { title: 'B', slug: slug('blog/b') }),
        document('c', 'page', { title: 'C', slug: slug('blog-b') }),
        document('d', 'page', { title: 'C' }),
      ),
    )
    expect(objects.map(({ slug: one, metadata }) => [one, metadata['field_slug']])).toEqual([
      ['object', '/'],
      ['blog-b', 'blog/b'],
      ['blog-b-2', 'blog-b'],
      ['c', undefined],
    ])
  })
})

describe('translations of Sanity', () => {
  const words = (en: string) => [block([span(en)])]
  test('become versions of one object in several locales', async () => {
    const { bucket, objects } = await read(
      ndjson(
        document('en1', 'page', {
          title: 'Sea',
          language: 'en',
          slug: slug('sea'),
          body: words('Sea'),
        }),
        document('de1', 'page', { title: 'Meer', language: 'de', slug: slug('meer') }),
        document('en2', 'page', { title: 'Land', language: 'en' }),
        document('m1', 'translation.metadata', {
          translations: [
            { _key: 'en', value: reference('en1') },
            { _key: 'de', value: reference('de1') },
            { _key: 'fr', value: reference('gone') },
          ],
        }),
        document('t', 'tag', { title: 'Tag', language: 'en' }),
      ),
    )
    expect(
      bucket.types.map(({ slug: type, locales, metafields }) => [
        type,
        locales,
        metafields.map(({ key }) => key),
      ]),
    ).toEqual([
      ['page', ['en', 'de'], ['field_slug', 'body']],
      ['tag', undefined, ['language']],
    ])
    expect(objects.map(({ title, slug: one, locale }) => [title, one, locale])).toEqual([
      ['Sea', 'sea', 'en'],
      ['Meer', 'sea', 'de'],
      ['Land', 'land', 'en'],
      ['Tag', 'tag', undefined],
    ])
  })

  test('are also recognised by the fields of the former plugin', async () => {
    const { objects } = await read(
      ndjson(
        document('a', 'page', {
          title: 'A',
          __i18n_lang: 'en_GB',
          __i18n_refs: [reference('i18n.a.de')],
        }),
        document('i18n.a.de', 'page', {
          title: 'B',
          __i18n_lang: 'de',
          __i18n_base: reference('a'),
        }),
      ),
    )
    expect(objects.map(({ slug: one, locale, metadata }) => [one, locale, metadata])).toEqual([
      ['a', 'en-GB', {}],
      ['a', 'de', {}],
    ])
  })

  test('into the same language stay separate objects', async () => {
    const { objects } = await read(
      ndjson(
        document('a', 'page', { title: 'A', language: 'en' }),
        document('b', 'page', { title: 'B', language: 'en' }),
        document('m', 'translation.metadata', {
          translations: [{ value: reference('a') }, { value: reference('b') }],
        }),
      ),
    )
    expect(objects.map(({ slug: one }) => one)).toEqual(['a', 'b'])
  })
})

test('documents of Sanity itself and of releases are left out', async () => {
  const { bucket, objects, warnings } = await read(
    ndjson(
      document('_.groups.public', 'system.group'),
      document('x', 'sanity.previewUrlSecret'),
      document('versions.r1.a', 'page', { title: 'Later' }),
      document('a', 'page', { title: 'A' }),
    ),
  )
  expect(bucket.types.map(({ slug: type }) => type)).toEqual(['page'])
  expect(objects.map(({ title }) => title)).toEqual(['A'])
  expect(warnings).toEqual(
    new Map([
      ['Documents of Sanity itself and of its plugins are left out.', 2],
      ['Versions of documents in releases are left out.', 1],
    ]),
  )
})
