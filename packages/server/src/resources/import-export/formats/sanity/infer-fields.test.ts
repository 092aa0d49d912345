import { describe, expect, test } from 'vitest'

import {
  block,
  document,
  exportOf,
  idOf,
  image,
  ndjson,
  read,
  reference,
  slug,
  span,
} from './export.fixture.ts'

/** Returns the fields inferred from values, and the values that the import reads. */
async function fieldsOf(...values: Record<string, unknown>[]) {
  const documents = values.map((one, n) => document(`d${n}`, 'page', one))
  const { bucket, objects } = await read(ndjson(...documents))
  const type = bucket.types.find((one) => one.slug === 'page')
  return { fields: type?.metafields ?? [], values: objects.map(({ metadata }) => metadata) }
}

describe('plain values', () => {
  test.each([
    ['texts', ['a', 'b'], { type: 'text' }],
    ['long texts', ['a\nb'], { type: 'textarea' }],
    ['numbers', [1, 2.5], { type: 'number' }],
    ['switches', [true, false], { type: 'switch', options: 'true,false' }],
    ['days', ['2024-05-01'], { type: 'date' }],
    ['times, which days would lose', ['2024-05-01T10:00:00Z'], { type: 'text' }],
    [
      'lists of texts',
      [['a'], ['b', 'a']],
      { type: 'multi-select', options: [{ value: 'a' }, { value: 'b' }] },
    ],
    ['lists of numbers', [[1, 2]], { type: 'json' }],
    ['lists of anything', [['a', { b: 1 }]], { type: 'json' }],
  ])('make a field of the matching type: %s', async (_name, all, expected) => {
    const { fields, values } = await fieldsOf(...all.map((a) => ({ a })))
    expect(fields).toMatchObject([{ key: 'a', title: 'A', ...expected }])
    expect(values).toEqual(all.map((a) => ({ a })))
  })

  test('that mix texts and numbers make a text field, and texts and JSON a JSON field', async () => {
    const mixed = await fieldsOf({ a: 'x', b: 'x' }, { a: 7, b: ['x', 1] })
    expect(mixed.fields.map(({ type }) => type)).toEqual(['text', 'json'])
    expect(mixed.values).toEqual([
      { a: 'x', b: '"x"' },
      { a: '7', b: ['x', 1] },
    ])
  })

  test('that are empty make no field', async () => {
    const { fields, values } = await fieldsOf({
      a: null,
      b: '',
      c: [],
      d: {},
      e: { _type: 'e' },
      _f: 1,
    })
    expect(fields).toEqual([])
    expect(values).toEqual([{}])
  })
})

describe('references', () => {
  test('are limited to a type if all lead to it, may form circles, and are dropped if missing', async () => {
    const { bucket, objects, warnings } = await read(
      ndjson(
        document('a', 'page', { next: reference('b'), any: [reference('a'), reference('t')] }),
        document('b', 'page', { next: reference('drafts.a'), any: [reference('b')] }),
        document('c', 'page', { next: reference('gone') }),
        document('t', 'tag', { name: 'Tag' }),
      ),
    )
    expect(bucket.types[0]?.metafields).toEqual([
      { key: 'next', title: 'Next', type: 'object', object_type: 'page' },
      { key: 'any', title: 'Any', type: 'objects' },
    ])
    expect(objects.map(({ metadata }) => metadata)).toEqual([
      { next: idOf('b'), any: [idOf('a'), idOf('t')] },
      { next: idOf('a'), any: [idOf('b')] },
      {},
      {},
    ])
    expect([...warnings.keys()]).toEqual([
      'Relations to documents that are not imported are left out.',
    ])
  })

  test('to another dataset stay JSON', async () => {
    const other = { _type: 'crossDatasetReference', _ref: 'a', _dataset: 'other' }
    const { fields, values } = await fieldsOf({ a: other, b: [other] })
    expect(fields.map(({ type }) => type)).toEqual(['json', 'json'])
    expect(values).toEqual([{ a: other, b: [other] }])
  })
})

describe('objects within documents', () => {
  test('become groups, flatten the groups within them, and keep rows within rows as JSON', async () => {
    const { fields, values } = await fieldsOf({
      seo: {
        _type: 'seo',
        title: 'T',
        social: { text: 'S', deep: { er: 1 } },
        links: [{ url: '/' }],
      },
      rows: [
        { _key: '1', _type: 'row', name: 'A', style: { color: 'red' }, cells: [{ n: 1 }] },
        { _key: '2', _type: 'row', name: 'B' },
      ],
    })
    expect(fields).toMatchObject([
      {
        key: 'seo',
        type: 'parent',
        children: [
          { key: 'field_title', type: 'text' },
          { key: 'social_text', title: 'Social text' },
          { key: 'social_deep_er', type: 'number' },
          { key: 'links', type: 'repeater', repeater_fields: [{ key: 'url' }] },
        ],
      },
      {
        key: 'rows',
        type: 'repeater',
        repeater_fields: [{ key: 'name' }, { key: 'style_color' }, { key: 'cells', type: 'json' }],
      },
    ])
    expect(values).toEqual([
      {
        seo: { field_title: 'T', social_text: 'S', social_deep_er: 1, links: [{ url: '/' }] },
        rows: [{ name: 'A', style_color: 'red', cells: [{ n: 1 }] }, { name: 'B' }],
      },
    ])
  })

  test('in a list of several types say their type, and show only the fields of that type', async () => {
    const { fields, values } = await fieldsOf({
      parts: [
        { _type: 'hero', heading: 'H', text: 'T' },
        { _type: 'quote', text: 'Q', author: reference('d0') },
      ],
    })
    expect(fields[0]?.repeater_fields).toEqual([
      {
        key: '_type',
        title: 'Type',
        type: 'select',
        options: [{ value: 'hero' }, { value: 'quote' }],
      },
      {
        key: 'heading',
        title: 'Heading',
        type: 'text',
        show_when: { key: '_type', op: 'eq', value: 'hero' },
      },
      { key: 'text', title: 'Text', type: 'text' },
      {
        key: 'author',
        title: 'Author',
        type: 'object',
        object_type: 'page',
        show_when: { key: '_type', op: 'eq', value: 'quote' },
      },
    ])
    expect(values[0]?.['parts']).toEqual([
      { _type: 'hero', heading: 'H', text: 'T' },
      { _type: 'quote', text: 'Q', author: idOf('d0') },
    ])
  })

  test('become groups for places, texts for slugs, and HTML for rich texts, even mixed with plain ones', async () => {
    const { fields, values } = await fieldsOf(
      { at: { _type: 'geopoint', lat: 1, lng: 2 }, link: slug('a/b'), body: [block([span('A')])] },
      { body: 'B & C' },
    )
    expect(fields.map(({ key, type }) => [key, type])).toEqual([
      ['at', 'parent'],
      ['link', 'text'],
      ['body', 'html-textarea'],
    ])
    expect(values).toEqual([
      { at: { lat: 1, lng: 2 }, link: 'a/b', body: '<p>A</p>' },
      { body: '<p>B &amp; C</p>' },
    ])
  })
})

describe('images', () => {
  const name = 'abc-400x300.jpg'
  const valueOf = async (value: unknown) => {
    const { bucket, objects } = await read(
      await exportOf([document('a', 'page', { photo: value })], [[`images/${name}`, 'bytes']]),
    )
    return {
      fields: bucket.types[0]?.metafields,
      metadata: objects[0]?.metadata,
      object: objects[0],
      media: bucket.media,
    }
  }

  test('put their alternative text and caption in separate fields', async () => {
    const { fields, metadata, object, media } = await valueOf(
      image(name, { alt: 'Alt', caption: 'C' }),
    )
    expect(fields).toMatchObject([
      { key: 'photo', type: 'file', media_validation_type: 'image' },
      { key: 'photo_alt', title: 'Photo alt', type: 'text' },
      { key: 'photo_caption', type: 'text' },
    ])
    expect(metadata).toEqual({ photo: name, photo_alt: 'Alt', photo_caption: 'C' })
    expect(object?.thumbnail).toBe(name)
    expect(media).toMatchObject([{ name, alt_text: 'Alt', width: 400, height: 300 }])
  })

  test.each([
    ['a hotspot', { hotspot: { x: 0.25, y: 0.75 } }, '?fp-x=0.25&fp-y=0.75'],
    ['a hotspot in the middle', { hotspot: { x: 0.5, y: 0.5 } }, ''],
    ['a crop', { crop: { left: 0.25, right: 0.25, top: 0, bottom: 0.5 } }, '?rect=100,0,200,150'],
    [
      'both, the point as a share of the visible part',
      { crop: { left: 0.5, right: 0, top: 0, bottom: 0 }, hotspot: { x: 0.75, y: 0.2 } },
      '?rect=200,0,200,300&fp-x=0.5&fp-y=0.2',
    ],
    ['a crop of nothing', { crop: { left: 0.6, right: 0.6, top: 0, bottom: 0 } }, ''],
    ['a crop of another shape', { crop: 'x', hotspot: { x: 'y' } }, ''],
  ])('get the matching parameters, or none, for %s', async (_name, use, parameters) => {
    const { metadata } = await valueOf(image(name, use))
    expect(metadata).toEqual({ photo: name + parameters })
  })

  test('are read by reference and in lists, and become rows if they have texts', async () => {
    const byReference = { _type: 'image', asset: reference('image-abc-400x300-jpg') }
    expect((await valueOf(byReference)).metadata).toEqual({ photo: name })
    const list = await valueOf([image(name, { alt: 'A' }), byReference])
    expect(list.fields).toMatchObject([{ type: 'files' }])
    expect(list.metadata).toEqual({ photo: [name, name] })
    const rows = await valueOf([image(name, { caption: 'C' })])
    expect(rows.fields).toMatchObject([
      { type: 'repeater', repeater_fields: [{ key: 'image', type: 'file' }, { key: 'caption' }] },
    ])
    expect(rows.metadata).toEqual({ photo: [{ image: name, caption: 'C' }] })
  })
})
