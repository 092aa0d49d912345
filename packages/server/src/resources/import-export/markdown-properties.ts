/** Keys of front matter that are properties of an object when Markdown is exported and imported. */
export const PAGE_PROPERTIES = [
  'id',
  'title',
  'slug',
  'locale',
  'thumbnail',
  'draft',
  'date',
  'lastmod',
  /** Key of the field that holds the text below; `body` by default, and `content` for the object's own content. */
  'body_field',
  /** Values of fields whose keys are also names of properties. */
  'fields',
] as const
