import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { status } from './objects.ts'
import { limit, skip } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** Which version of an object holds a relation. Of an object without a newer draft both are the same. */
const version = () => type("'newest' | 'published'")

/** An object that points at another one, and where it does. */
export const objectReference = () =>
  type({
    object_id: id(),
    title: 'string',
    type: 'string',
    /** Of the newest version; `main_object_status` is what the public sees. */
    status: status(),
    main_object_status: status(),
    locale: 'string | null',
    /** `metadata.seo.author` with the titles of its fields: `SEO › Author`. */
    fields: type({ field: 'string', label: 'string', versions: version().array() }).array(),
  })
export type ObjectReference = ReturnType<typeof objectReference>['infer']

export const objectReferences = endpoint({
  id: 'objects.references',
  method: 'GET',
  path: '/objects/references',
  auth: 'user',
  summary:
    'The objects that point at an object with a relation, in their newest or in their published version, newest made first. `by_field` counts them by type and field.',
  query: () => type({ slug: bucketSlug(), object_id: id(), 'limit?': limit(), 'skip?': skip() }),
  response: () =>
    type({
      references: objectReference().array(),
      by_field: type({
        type: 'string',
        field: 'string',
        label: 'string',
        total: 'number',
      }).array(),
      /** Objects: one that points twice counts once. */
      total: 'number',
      limit: 'number',
      skip: 'number',
    }),
  aliases: { id: 'object_id' },
})
