import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import type { BulkResult, CmsObject } from '@typecase/contract/objects'
import { expect } from 'vitest'

import type { FieldInput } from '../../../../testing/content.ts'
import { usePosts } from '../bulk/posts.fixture.ts'

const fields: FieldInput[] = [
  { key: 'summary', type: 'text', maxlength: 20 },
  { key: 'body', type: 'html-textarea' },
  { key: 'price', type: 'number', min: 0 },
  { key: 'code', type: 'text', unique: true },
  { key: 'tags', type: 'multi-select', options: ['red', 'green', 'blue'], max: 2 },
  { key: 'kind', type: 'select-dropdown', options: [{ key: 'a', value: 'Alpha' }] },
  { key: 'author', type: 'object', object_type: 'people' },
  { key: 'authors', type: 'objects', object_type: 'people' },
  { key: 'images', type: 'files' },
  { key: 'day', type: 'date' },
  { key: 'seo', type: 'parent', children: [{ key: 'description', title: 'D', type: 'text' }] },
  {
    key: 'steps',
    type: 'repeater',
    repeater_fields: [{ key: 'text', title: 'T', type: 'text' }],
  },
]

/** Sets up posts with a field of each kind, and helpers to edit them. */
export function usePostsToEdit() {
  const posts = usePosts(bulkEditObjects, fields)
  const { call, read } = posts

  // The type of this endpoint's successful response.
  const run = async (body: object) => (await call(body)).ok() as BulkResult

  return Object.assign(posts, {
    run,

    /** Edits one object. @returns the object after the edit */
    async edit({ id }: CmsObject, data: object): Promise<CmsObject> {
      expect(await run({ object_ids: [id], data })).toMatchObject({ failed: [] })
      return read(id)
    },

    /** Returns the reason why an object cannot be edited this way, and checks that it stays unchanged. */
    async reasonFor(object: CmsObject, data: object): Promise<string | undefined> {
      const result = await run({ object_ids: [object.id], data })
      expect(result).toMatchObject({ matched: 1, modified: 0, change_set_id: null })
      expect(await read(object.id)).toEqual(object)
      return result.failed?.[0]?.reason
    },
  })
}
