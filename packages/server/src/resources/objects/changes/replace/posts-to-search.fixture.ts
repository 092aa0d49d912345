import type { CmsObject } from '@typecase/contract/objects'
import {
  searchAndReplace,
  type SearchAndReplaceResult,
} from '@typecase/contract/search-and-replace'
import { expect } from 'vitest'

import type { FieldInput } from '../../../../testing/content.ts'
import type { Person } from '../../../../testing/people.ts'
import { usePosts } from '../bulk/posts.fixture.ts'

const fields: FieldInput[] = [
  { key: 'summary', type: 'text', maxlength: 20 },
  { key: 'body', type: 'html-textarea' },
  { key: 'notes', type: 'markdown' },
  { key: 'data', type: 'json' },
  { key: 'price', type: 'number' },
  { key: 'code', type: 'text', unique: true },
  { key: 'tags', type: 'multi-select', options: ['red', 'green', 'blue'] },
  { key: 'kind', type: 'select-dropdown', options: [{ key: 'a', value: 'Alpha' }] },
  { key: 'seo', type: 'parent', children: [{ key: 'description', title: 'D', type: 'text' }] },
  {
    key: 'steps',
    type: 'repeater',
    repeater_fields: [{ key: 'text', title: 'Text', type: 'text' }],
  },
]

/** Sets up posts with texts of each kind, and helpers to search them. */
export function usePostsToSearch() {
  const posts = usePosts(searchAndReplace, fields)
  const { call, read } = posts

  // The type of this endpoint's successful response.
  const run = async (body: object, by?: Person) =>
    (await call(body, by)).ok() as SearchAndReplaceResult
  const dryRun = (body: object) => run({ ...body, dry_run: true })

  return Object.assign(posts, {
    run,
    dryRun,

    /** Returns the reason why the only object cannot be changed, and checks that it stays unchanged. */
    async reasonFor(object: CmsObject, body: object): Promise<string | undefined> {
      const planned = await dryRun(body)
      const result = await run(body)
      expect(result).toMatchObject({ modified: 0, change_set_id: null })
      expect(await read(object.id)).toEqual(object)
      const [failed] = result.failed ?? []
      expect(planned.skipped).toEqual([{ reason: failed?.reason, count: 1, ids: [object.id] }])
      return failed?.reason
    },
  })
}
