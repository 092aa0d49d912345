/** A row of `objects` or `published_objects`, with the columns that the content API uses. */
export interface ObjectRow {
  id: string
  bucket_id: string
  type: string
  slug: string
  title: string
  content: string
  status: 'draft' | 'published'
  locale: string | null
  thumbnail: string | null
  metadata: string
  rank: number
  publish_at: number | null
  unpublish_at: number | null
  published_at: string | null
  created_at: string
  created_by: string | null
  modified_at: string
  modified_by: string | null
  /** The bucket's version at the last write. */
  version?: number
}

/** An object in the form of the content API's responses. */
export type PublicObject = Omit<ObjectRow, 'bucket_id' | 'metadata' | 'rank' | 'version'> & {
  bucket: string
  metadata: Record<string, unknown>
  order: number
}

/** The columns of `ObjectRow`, which both tables have. */
export const objectColumns = [
  'id',
  'bucket_id',
  'type',
  'slug',
  'title',
  'content',
  'status',
  'locale',
  'thumbnail',
  'metadata',
  'rank',
  'publish_at',
  'unpublish_at',
  'published_at',
  'created_at',
  'created_by',
  'modified_at',
  'modified_by',
] as const satisfies readonly (keyof ObjectRow)[]
