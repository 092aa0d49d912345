import { describe, expect, test } from 'vitest'

import { asset, en, entry, field, file, idOf, link, locale, read, type } from './export.fixture.ts'

describe('entries of Contentful', () => {
  test('become drafts or published objects by their state, and archived ones are left out', async () => {
    const entries = [
      entry('draft', 'page', en({ title: 'Draft' }), { publishedVersion: undefined }),
      entry('published', 'page', en({ title: 'Published' })),
      entry('changed', 'page', en({ title: 'Changed' }), { version: 9, publishedVersion: 3 }),
      entry('archived', 'page', en({ title: 'Archived' }), { archivedVersion: 4 }),
    ]
    const { objects, warnings } = await read({ entries })
    expect(objects.map(({ title, status }) => [title, status])).toEqual([
      ['Draft', 'draft'],
      ['Published', 'published'],
      ['Changed', 'draft'],
    ])
    expect([...warnings.keys()]).toEqual([
      'Archived entries are left out.',
      expect.stringContaining('not what is published'),
    ])
    const chosen = await read({ entries }, { changes: 'published' })
    expect(chosen.objects[2]?.status).toBe('published')
  })

  test('in several locales become an object in each locale', async () => {
    const { bucket, objects } = await read({
      contentTypes: [
        type('page', [
          field('title', 'Symbol', { localized: true }),
          field('slug', 'Symbol', { localized: true }),
          field('year', 'Integer'),
          field('photo', 'Link', { linkType: 'Asset' }),
        ]),
        type('tag', [field('title', 'Symbol')]),
      ],
      locales: [locale('de'), locale('en', true), locale('no good')],
      entries: [
        entry('1', 'page', {
          title: { en: 'Sea', de: 'Meer' },
          slug: { en: 'sea', de: 'meer' },
          year: { en: 1990 },
          photo: { en: link('Asset', 'a') },
        }),
        entry('2', 'page', { title: { de: 'Nur hier' } }),
        entry('3', 'tag', en({ title: 'One' })),
      ],
      assets: [asset('a', { en: file('a', 'sea.jpg'), de: file('a', 'meer.jpg') })],
    })
    expect(bucket.types.map(({ slug, locales }) => [slug, locales])).toEqual([
      ['page', ['en', 'de']],
      ['tag', undefined],
    ])
    expect(objects).toMatchObject([
      {
        id: idOf('1'),
        locale: 'en',
        title: 'Sea',
        slug: 'sea',
        metadata: { year: 1990, photo: 'a-sea.jpg', field_slug: 'sea' },
      },
      {
        id: idOf('1', 'de'),
        locale: 'de',
        title: 'Meer',
        slug: 'sea',
        metadata: { year: 1990, photo: 'a-de-meer.jpg', field_slug: 'meer' },
      },
      { id: idOf('2', 'de'), locale: 'de', title: 'Nur hier', slug: 'nur-hier' },
      { id: idOf('3'), title: 'One' },
    ])
    expect(objects[3]).not.toHaveProperty('locale')
  })

  test('give the object their slug, and keep it as a field if the import has to change it', async () => {
    const contentTypes = [type('page', [field('title', 'Symbol'), field('slug', 'Symbol')])]
    const plain = await read({
      contentTypes,
      entries: [entry('1', 'page', en({ title: 'A', slug: 'a-b' }))],
    })
    expect(plain.bucket.types[0]?.metafields).toEqual([])
    expect(plain.objects[0]).toMatchObject({ slug: 'a-b', metadata: {} })
    const paths = await read({
      contentTypes,
      entries: [
        entry('1', 'page', en({ title: 'A', slug: 'blog/a' })),
        entry('2', 'page', en({ title: 'A', slug: 'blog-a' })),
        entry('3', 'page', en({ title: 'B' })),
        entry('4', 'page', en({ title: 'B' })),
      ],
    })
    expect(paths.objects.map(({ slug, metadata }) => [slug, metadata['field_slug']])).toEqual([
      ['blog-a', 'blog/a'],
      ['blog-a-2', 'blog-a'],
      ['b', undefined],
      ['b-2', undefined],
    ])
  })

  test('keep relations in circles and to themselves, and drop those to missing entries and media', async () => {
    const { objects, warnings } = await read({
      contentTypes: [
        type('page', [
          field('title', 'Symbol'),
          field('next', 'Link', { linkType: 'Entry' }),
          field('all', 'Array', { items: { type: 'Link', linkType: 'Entry' } }),
          field('photo', 'Link', { linkType: 'Asset' }),
        ]),
      ],
      entries: [
        entry('1', 'page', en({ title: '1', next: link('Entry', '2') })),
        entry('2', 'page', en({ title: '2', next: link('Entry', '1'), all: [link('Entry', '2')] })),
        entry(
          '3',
          'page',
          en({ title: '3', next: link('Entry', 'gone'), photo: link('Asset', 'gone') }),
        ),
        entry('4', 'page', en({ title: '4', all: [link('Entry', 'gone'), 7, link('Entry', '1')] })),
      ],
    })
    expect(objects.map(({ metadata }) => metadata)).toEqual([
      { next: idOf('2') },
      { next: idOf('1'), all: [idOf('2')] },
      {},
      { all: [idOf('1')] },
    ])
    expect(warnings).toEqual(
      new Map([
        ['Relations to entries that are not imported are left out.', 2],
        ['Fields with assets that are not imported are left empty.', 1],
      ]),
    )
  })

  test('keep tags, JSON and places', async () => {
    const { bucket, objects } = await read({
      contentTypes: [
        type('page', [field('title', 'Symbol'), field('data', 'Object'), field('at', 'Location')]),
      ],
      tags: [{ sys: { id: 'travel' }, name: 'Travel' }],
      entries: [
        {
          ...entry(
            '1',
            'page',
            en({ data: { a: [1, { b: null }] }, at: { lat: 52.5, lon: 13.4 } }),
          ),
          metadata: { tags: [link('Tag', 'travel'), link('Tag', 'unnamed')] },
        },
      ],
    })
    expect(bucket.types[0]?.metafields.at(-1)).toMatchObject({
      key: 'tags',
      options: [{ value: 'Travel' }, { value: 'unnamed' }],
    })
    expect(objects[0]).toMatchObject({
      title: 'Untitled',
      metadata: {
        data: { a: [1, { b: null }] },
        at: { lat: 52.5, lon: 13.4 },
        tags: ['Travel', 'unnamed'],
      },
    })
  })
})
