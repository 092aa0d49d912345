import { describe, expect, test } from 'vitest'

import { zipOf } from '../../testing/export-bucket.ts'
import { readFormat } from '../../testing/read-format.ts'
import { collection, field, key, read, relation, templateOf } from './export.fixture.ts'
import directus from './format.ts'
import { sample } from './sample.fixture.ts'

const post = { id: 1, title: 'A' }

describe('broken templates of Directus', () => {
  test.each([
    ['no collections', { collections: [] }, /holds no collections/],
    [
      'collections without fields',
      { fields: [field('other.a', 'string')] },
      /collections without fields/,
    ],
    [
      'items that are no JSON',
      { content: { posts: '[{"id":' } },
      /content\/posts\.json: .*not valid JSON/,
    ],
    [
      'fields that were cut off',
      { fields: '[{"collection":"posts"}' as never },
      /fields\.json: .*not valid JSON/,
    ],
  ])('are refused with a reason: %s', async (_name, template, words) => {
    await expect(read(template)).rejects.toThrow(words)
  })

  test('are refused if the archive holds several templates', async () => {
    const content = { folder: '', files: { 'shop/fields.json': '[{"collection":"a"}]' } }
    await expect(read(content)).rejects.toThrow(
      'The archive holds several templates (the top folder, shop/). Import them one by one.',
    )
  })

  test.each<[string, unknown, number]>([
    ['an item that comes twice', [post, post], 1],
    ['items without a key', [post, {}, { title: 'B' }], 1],
    ['items of another shape', [post, 7, null, 'x', [1]], 1],
    ['titles that are none', [{ id: 1, title: 7 }], 1],
    ['times that are none', [{ id: 1, date_created: 'yesterday' }], 1],
    ['a list that is an item', post, 1],
  ])('import the valid items: %s', async (_name, posts, count) => {
    expect((await read({ content: { posts } })).objects).toHaveLength(count)
  })

  test('import the types of a template without items, with a warning', async () => {
    const { bucket, objects, warnings } = await read({})
    expect(bucket.types).toHaveLength(1)
    expect(objects).toEqual([])
    expect([...warnings.keys()]).toEqual([
      'The template holds no items: only the types are imported.',
    ])
  })

  test('name a collection whose items were not extracted', async () => {
    const { warnings } = await read({
      collections: [collection('posts'), collection('pages')],
      fields: [key('posts'), field('posts.title', 'string'), key('pages')],
      content: { posts: [post] },
    })
    expect([...warnings.keys()]).toEqual([
      'Pages: the template has no file of its items. Extract it again.',
    ])
  })

  test('leave out relations to missing items and through missing tables', async () => {
    const { objects, warnings } = await read({
      collections: [collection('posts'), collection('tags')],
      fields: [
        key('posts'),
        key('tags'),
        field('posts.next', 'integer'),
        field('posts.tags', 'alias', { special: ['m2m'] }),
        field('posts.other', 'alias', { special: ['m2m'] }),
      ],
      relations: [
        relation('posts.next', 'posts'),
        relation('posts_tags.posts_id', 'posts', { one_field: 'tags', junction_field: 'tags_id' }),
        relation('posts_tags.tags_id', 'tags', { junction_field: 'posts_id' }),
        {},
      ],
      content: {
        posts: [{ id: 1, next: 9 }],
        posts_tags: [{ posts_id: 1, tags_id: 5 }, {}, 3],
      },
    })
    expect(objects.map(({ metadata }) => metadata)).toEqual([{}])
    expect([...warnings.keys()]).toEqual([
      'Tags: the template has no file of its items. Extract it again.',
      'Relations to items that the template does not hold are left out.',
    ])
  })

  test('treat names of the prototype as ordinary fields', async () => {
    const fields = [
      key('posts'),
      field('posts.__proto__', 'string'),
      field('posts.constructor', 'string'),
    ]
    const posts = JSON.parse('[{"id":1,"__proto__":"one","constructor":"two"}]')
    const { objects } = await read({ fields, content: { posts } })
    expect(objects).toHaveLength(1)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test.each([0.3, 0.6, 0.9])('are refused if they were cut at %f', async (part) => {
    const bytes = await templateOf(sample)
    await expect(
      readFormat(directus, bytes.subarray(0, bytes.length * part), 'template.zip'),
    ).rejects.toThrow('The archive is damaged or was cut off.')
  })

  test.each([
    ['another archive', { 'posts/a.md': '# A' }],
    ['a list of fields of something else', { 'fields.json': '[{"name":"a"}]' }],
  ])('%s is not recognised as a template of Directus', async (_name, files) => {
    const bytes = await zipOf(Object.entries(files))
    expect(await readFormat(directus, bytes, 'a.zip')).toBeUndefined()
  })
})
