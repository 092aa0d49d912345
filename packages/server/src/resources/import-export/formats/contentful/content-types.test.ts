import { describe, expect, test } from 'vitest'

import { en, entry, field, link, read, type } from './export.fixture.ts'

describe('types of Contentful', () => {
  const metafields = async (fields: object[], more: Record<string, unknown> = {}) =>
    (await read({ contentTypes: [type('page', fields), type('other', [])], ...more })).bucket
      .types[0]?.metafields

  test('each kind of field becomes the matching type of metafield', async () => {
    const kinds: [object, object][] = [
      [field('a', 'Symbol'), { type: 'text' }],
      [field('a', 'Text'), { type: 'markdown' }],
      [field('a', 'RichText'), { type: 'html-textarea' }],
      [field('a', 'Integer'), { type: 'number' }],
      [field('a', 'Number'), { type: 'number' }],
      [field('a', 'Date'), { type: 'date' }],
      [field('a', 'Boolean'), { type: 'switch', options: 'true,false' }],
      [field('a', 'Object'), { type: 'json' }],
      [field('a', 'Location'), { type: 'parent' }],
      [field('a', 'Link', { linkType: 'Entry' }), { type: 'object' }],
      [field('a', 'Link', { linkType: 'Asset' }), { type: 'file' }],
      [field('a', 'Array', { items: { type: 'Link', linkType: 'Entry' } }), { type: 'objects' }],
      [field('a', 'Array', { items: { type: 'Link', linkType: 'Asset' } }), { type: 'files' }],
      [field('a', 'ResourceLink', { linkType: 'Contentful:Entry' }), { type: 'json' }],
    ]
    for (const [one, expected] of kinds)
      expect((await metafields([one]))?.[0]).toMatchObject({ key: 'a', ...expected })
  })

  test('validations and defaults become rules of metafields', async () => {
    const rules: [object, object][] = [
      [field('a', 'Symbol', { required: true }), { required: true }],
      [field('a', 'Symbol', { validations: [{ unique: true }] }), { unique: true }],
      [
        field('a', 'Symbol', { validations: [{ in: ['x', 'y'] }] }),
        { type: 'select', options: [{ value: 'x' }, { value: 'y' }] },
      ],
      [
        field('a', 'Symbol', { validations: [{ size: { min: 2, max: 9 } }] }),
        { minlength: 2, maxlength: 9 },
      ],
      [
        field('a', 'Symbol', {
          validations: [{ regexp: { pattern: '^[a-z]+$', flags: 'i' }, message: 'Letters only' }],
        }),
        { regex: '(?i)^[a-z]+$', regex_message: 'Letters only' },
      ],
      [field('a', 'Integer', { validations: [{ range: { min: 1, max: 5 } }] }), { min: 1, max: 5 }],
      [
        field('a', 'Link', { linkType: 'Entry', validations: [{ linkContentType: ['other'] }] }),
        { type: 'object', object_type: 'other' },
      ],
      [
        field('a', 'Array', {
          validations: [{ size: { max: 3 } }],
          items: {
            type: 'Link',
            linkType: 'Asset',
            validations: [{ linkMimetypeGroup: ['image'] }],
          },
        }),
        { type: 'files', media_validation_type: 'image', max: 3 },
      ],
      [
        field('a', 'Array', { items: { type: 'Symbol', validations: [{ in: ['x'] }] } }),
        { type: 'multi-select', options: [{ value: 'x' }] },
      ],
      [field('a', 'Boolean', { defaultValue: { en: true } }), { value: true }],
      // Contradictory bounds would prevent the import of the type.
      [field('a', 'Integer', { validations: [{ range: { min: 5, max: 1 } }] }), { type: 'number' }],
    ]
    for (const [one, expected] of rules)
      expect((await metafields([one]))?.[0]).toMatchObject(expected)
  })

  test('reserved keys are renamed, and help texts and text editors are kept', async () => {
    const fields = await metafields([field('id', 'Symbol'), field('metadata', 'Text')], {
      editorInterfaces: [
        {
          sys: { contentType: link('ContentType', 'page') },
          controls: [
            { fieldId: 'metadata', widgetId: 'multipleLine', settings: { helpText: 'Be short.' } },
          ],
        },
      ],
    })
    expect(fields).toMatchObject([
      { key: 'field_id', type: 'text' },
      { key: 'field_metadata', type: 'textarea', helptext: 'Be short.' },
    ])
  })

  test('lists of free texts offer their values as options, and dates with a time stay texts', async () => {
    const { bucket, objects } = await read({
      contentTypes: [
        type('page', [
          field('title', 'Symbol'),
          field('words', 'Array', { items: { type: 'Symbol' } }),
          field('at', 'Date'),
          field('on', 'Date'),
        ]),
      ],
      entries: [
        entry(
          '1',
          'page',
          en({ words: ['b', 'a'], at: '2024-05-01T18:30+02:00', on: '2024-05-01' }),
        ),
        entry('2', 'page', en({ words: ['c'], at: '2024-05-02', on: '2024-05-02T00:00+02:00' })),
      ],
    })
    expect(bucket.types[0]?.metafields).toMatchObject([
      {
        key: 'words',
        type: 'multi-select',
        options: [{ value: 'a' }, { value: 'b' }, { value: 'c' }],
      },
      { key: 'at', type: 'text' },
      { key: 'on', type: 'date' },
    ])
    expect(objects.map(({ metadata }) => metadata)).toEqual([
      { words: ['b', 'a'], at: '2024-05-01T18:30+02:00', on: '2024-05-01' },
      { words: ['c'], at: '2024-05-02', on: '2024-05-02' },
    ])
  })
})
