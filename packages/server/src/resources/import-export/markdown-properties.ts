/** Keys of front matter that are properties of an object, in exports and imports of Markdown. */
export const PAGE_PROPERTIES = [
  'id',
  'title',
  'slug',
  'locale',
  'thumbnail',
  'draft',
  'date',
  'lastmod',
  /** The key of the field that the text below belongs to; `body` by default, and `content` for the object's own. */
  'body_field',
  /** Values of fields whose keys are taken by properties. */
  'fields',
] as const
