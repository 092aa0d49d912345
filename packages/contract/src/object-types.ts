import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { type Metafield, metafield } from './metafields.ts'
import { message } from './page.ts'
import { bucketSlug, locale, typeSlug } from './slugs.ts'

/** Maximum number of searchable fields of an object type. */
export const MAX_SEARCHABLE = 10

const typeOptions = () =>
  type({
    slug_field: 'boolean',
    content_editor: 'boolean',
    /** Keys of the fields to search, in addition to title and slug. */
    searchable: type('string').array().atMostLength(MAX_SEARCHABLE),
    /** Key of the field whose value appears next to titles, to tell objects apart. */
    subtitle: 'string | null',
  })

/** Fields of an object type that a write can set. */
export const objectTypeData = () =>
  type({
    title: '0 < string <= 200',
    'slug?': typeSlug(),
    'singular?': 'string <= 200',
    'emoji?': 'string <= 32',
    'singleton?': 'boolean',
    'options?': typeOptions().partial(),
    'metafields?': metafield().array().atMostLength(500),
    'localization?': 'boolean',
    'locales?': locale().array().atMostLength(300),
    'priority_locale?': 'string <= 35 | null',
    'preview_link?': 'string <= 2000',
    'folder?': 'string <= 100 | null',
  })

/** An object type: the fields and options that its objects share. */
export const objectType = () =>
  type({
    id: id(),
    title: 'string',
    slug: 'string',
    singular: 'string',
    emoji: 'string',
    singleton: 'boolean',
    options: typeOptions(),
    metafields: metafield().array(),
    localization: 'boolean',
    locales: 'string[]',
    priority_locale: 'string | null',
    preview_link: 'string',
    order: 'number',
    folder: 'string | null',
    total_objects: 'number',
    created_at: 'string',
    modified_at: 'string',
    rev: 'number',
  })
export type ObjectType = Omit<ReturnType<typeof objectType>['infer'], 'metafields'> & {
  metafields: Metafield[]
}

const answer = () => type({ object_type: objectType() })

export const addObjectType = endpoint({
  id: 'objectTypes.add',
  method: 'POST',
  path: '/objectTypes/add',
  auth: 'user',
  summary: 'Adds an object type.',
  body: () => type({ slug: bucketSlug(), data: objectTypeData() }),
  missing: { slug: 'No bucket slug provided' },
  response: answer,
  status: 201,
  errors: ['conflict'],
})

export const updateObjectType = endpoint({
  id: 'objectTypes.update',
  method: 'PATCH',
  path: '/objectTypes/update',
  auth: 'user',
  summary:
    'Changes an object type. Objects keep the values of removed fields; if the key or type of a field changes (fields are matched by id), their values change with it, as with `objectTypes/migrate`.',
  body: () =>
    type({
      slug: bucketSlug(),
      type_slug: typeSlug(),
      data: objectTypeData().partial(),
      'rev?': 'number.integer',
    }),
  response: answer,
  errors: ['stale', 'conflict'],
})

export const duplicateObjectType = endpoint({
  id: 'objectTypes.duplicate',
  method: 'POST',
  path: '/objectTypes/duplicate',
  auth: 'user',
  summary: 'Copies an object type without its objects.',
  body: () => type({ slug: bucketSlug(), type_slug: typeSlug() }),
  response: answer,
  status: 201,
})

export const deleteObjectType = endpoint({
  id: 'objectTypes.delete',
  method: 'DELETE',
  path: '/objectTypes/delete',
  auth: 'user',
  summary: 'Deletes an object type and moves its objects to the trash.',
  query: () => type({ slug: bucketSlug(), type_slug: typeSlug() }),
  response: message,
})

export const reorderObjectTypes = endpoint({
  id: 'objectTypes.reorder',
  method: 'POST',
  path: '/objectTypes/reorder',
  auth: 'user',
  summary:
    'Sorts the object types. Types that you leave out keep their position; unknown slugs are refused.',
  body: () =>
    type({ slug: bucketSlug(), object_type_slugs: typeSlug().array().atMostLength(2000) }),
  response: () => type({ object_types: objectType().array() }),
})
