import { type } from 'arktype'

import { bulkScope, publishChoice } from './bulk-scope.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { bulkResult, status } from './objects.ts'
import { limit, skip } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** The version of an object that holds a reference. Without a newer draft, both are the same. */
const version = () => type("'newest' | 'published'")

/** An object that refers to another one, and the fields that do. */
export const objectReference = () =>
  type({
    object_id: id(),
    title: 'string',
    type: 'string',
    /** Status of the newest version; `main_object_status` says whether the object is public. */
    status: status(),
    main_object_status: status(),
    locale: 'string | null',
    /** Paths such as `metadata.seo.author`, with their titles: `SEO › Author`. `$links` stands for links in texts. */
    fields: type({ field: 'string', label: 'string', versions: version().array() }).array(),
  })
export type ObjectReference = ReturnType<typeof objectReference>['infer']

export const objectReferences = endpoint({
  id: 'objects.references',
  method: 'GET',
  path: '/objects/references',
  auth: 'user',
  summary:
    'Returns the objects that refer to an object with a relation or a link in a text, in their newest or published version, newest first. `by_field` counts them by type and field. The object can be missing, as long as others refer to it.',
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
      /** Number of objects; one that refers twice counts once. */
      total: 'number',
      limit: 'number',
      skip: 'number',
    }),
  aliases: { id: 'object_id' },
})

export const missingObjects = endpoint({
  id: 'objects.missing',
  method: 'GET',
  path: '/objects/missing',
  auth: 'user',
  summary:
    'Returns the objects that others refer to although they are in the trash or deleted for good, with the number of objects that do so in their newest version. Those with the most references come first, at most 100.',
  query: () => type({ slug: bucketSlug() }),
  response: () =>
    type({
      missing: type({
        object_id: id(),
        /** Null when the object was deleted for good. */
        title: 'string | null',
        references: 'number',
      }).array(),
      /** Number of missing objects. */
      total: 'number',
    }),
})

export const replaceReference = endpoint({
  id: 'objects.replaceReference',
  method: 'POST',
  path: '/objects/replaceReference',
  auth: 'user',
  summary:
    'Replaces an object with another one in all relations and links that point to it. Without `object_ids` and `query`: in every object that refers to it, in either version. `from` can be a missing object. More than 100 objects run as a job.',
  body: () =>
    bulkScope().and(publishChoice()).and({
      /** The object that the others refer to before the call. */
      from: id(),
      /** The object that they refer to after the call. */
      to: id(),
    }),
  response: bulkResult,
  aliases: { ids: 'object_ids' },
  errors: ['stale'],
})
