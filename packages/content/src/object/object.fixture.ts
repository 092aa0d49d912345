import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'
import type { CmsObject } from '@typecase/contract/objects'

/** Returns an object as the server returns it. */
export function objectOf(patch: Partial<CmsObject> = {}): CmsObject {
  return {
    id: '0123456789abcdef01234567',
    bucket: '0123456789abcdef00000000',
    type: 'artworks',
    slug: 'the-blue-rigi',
    title: 'The Blue Rigi',
    content: '',
    status: 'draft',
    main_object_status: 'draft',
    locale: null,
    thumbnail: null,
    metadata: { medium: 'oil', height: 297 },
    order: 1,
    publish_at: null,
    unpublish_at: null,
    published_at: null,
    created_at: '2026-11-01T10:00:00.000Z',
    created_by: null,
    modified_at: '2026-11-01T10:00:00.000Z',
    modified_by: null,
    rev: 1,
    ...patch,
  }
}

export function objectTypeOf(metafields: Metafield[] = fields): ObjectType {
  return {
    id: '0123456789abcdef00000001',
    title: 'Artworks',
    slug: 'artworks',
    singular: 'Artwork',
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
    total_objects: 1,
    created_at: '2026-11-01T10:00:00.000Z',
    modified_at: '2026-11-01T10:00:00.000Z',
    rev: 1,
  }
}

const fields: Metafield[] = [
  { key: 'medium', title: 'Medium', type: 'text' },
  { key: 'height', title: 'Height', type: 'number' },
]
