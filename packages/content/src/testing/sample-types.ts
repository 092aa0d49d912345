import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

/** Returns an object type for tests, with the minimum that the API requires. */
export function objectType(
  slug: string,
  metafields: Metafield[],
  part: Partial<ObjectType> = {},
): ObjectType {
  return {
    id: '0123456789abcdef01234567',
    title: slug,
    slug,
    singular: '',
    emoji: '',
    singleton: false,
    options: { slug_field: true, content_editor: false, searchable: [], subtitle: null },
    metafields,
    localization: false,
    locales: [],
    priority_locale: null,
    preview_link: '',
    order: 0,
    folder: null,
    total_objects: 0,
    created_at: '',
    modified_at: '',
    rev: 1,
    ...part,
  }
}

export const artworks = objectType(
  'artworks',
  [
    { key: 'artist', title: 'Artist', type: 'object' },
    { key: 'medium', title: 'Medium', type: 'text' },
    { key: 'notes', title: 'Notes', type: 'html-textarea' },
    { key: 'year', title: 'Year', type: 'number' },
    { key: 'class', title: 'Class', type: 'select', options: [{ value: 'print' }] },
    {
      key: 'size',
      title: 'Size',
      type: 'parent',
      children: [{ key: 'width', title: 'Width', type: 'number' }],
    },
  ],
  { locales: ['fr', 'en'] },
)
