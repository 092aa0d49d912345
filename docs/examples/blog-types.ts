// Object types of the bucket “my-blog”, as the content API answers their objects.
// Written by `npx typecase types --bucket my-blog`. Run that again rather than change the file.

/** A file of a field. Images take imgix parameters after `imgix_url`: `?w=400&auto=format`. */
export interface MediaFile {
  url: string
  imgix_url: string
  // With `media=full`; null if unknown.
  name?: string | null
  alt_text?: string | null
  width?: number | null
  height?: number | null
  blurhash?: string | null
}

/** Levels of relations that a read resolves, its `depth`. */
export type Depth = 0 | 1 | 2

/** The depth one level down. */
export type Below<D extends Depth> = D extends 2 ? 1 : 0

/** A relation: an id at depth 0, the object from depth 1 on. */
export type Related<T, D extends Depth> = D extends 0 ? string : T

/** An object of any type. */
export interface BucketObject<Type extends string, Locale extends string | null, Metadata> {
  id: string
  /** The id of the bucket. */
  bucket: string
  type: Type
  slug: string
  title: string
  content: string
  status: 'draft' | 'published'
  locale: Locale
  thumbnail: string | null
  /** The place in the dashboard's list: the highest comes first. */
  order: number
  /** UNIX milliseconds. */
  publish_at: number | null
  unpublish_at: number | null
  /** ISO-8601, as the other times. */
  published_at: string | null
  created_at: string
  /** The id of a person; null for changes by a key. */
  created_by: string | null
  modified_at: string
  modified_by: string | null
  metadata: Metadata
}

/** An object: Posts. */
export type Post<D extends Depth = 0> = BucketObject<'posts', null, PostMetadata<D>>

export interface PostMetadata<D extends Depth = 0> {
  /** Teaser */
  teaser: string
  /** Hero image */
  hero?: MediaFile | null
  /** Body */
  body: string
  /** Published on */
  published_on?: string | null
  /** Author */
  author?: Related<Author, D> | null
  /** Categories */
  categories?: Related<Category, D>[] | null
  /** Search engines */
  seo?: {
    /** Title */
    meta_title?: string | null
    /** Description */
    description?: string | null
    /** Hide from search engines */
    hidden?: boolean | null
  } | null
}

/** An object: Authors. */
export type Author = BucketObject<'authors', null, AuthorMetadata>

export interface AuthorMetadata {
  /** Portrait */
  portrait?: MediaFile | null
  /** Biography */
  bio?: string | null
  /** Links */
  links?:
    | {
        /** Label */
        label: string
        /** Address */
        url: string
      }[]
    | null
}

/** An object: Categories. */
export type Category = BucketObject<'categories', null, CategoryMetadata>

export interface CategoryMetadata {
  /** Description */
  description?: string | null
  /** Accent colour */
  accent?: string | null
}

/** An object: Pages. */
export type Page = BucketObject<'pages', null, PageMetadata>

export interface PageMetadata {
  /** Body */
  body?: string | null
  /** Show in the menu */
  in_menu?: boolean | null
}

/** The only object of its type: Site settings. */
export type SiteSettings = BucketObject<'site-settings', null, SiteSettingsMetadata>

export interface SiteSettingsMetadata {
  /** Tagline */
  tagline?: string | null
  /** Logo */
  logo?: MediaFile | null
  /** Footer */
  footer?: string | null
}

/** The objects of each type by its slug. */
export interface ObjectsByType<D extends Depth = 0> {
  posts: Post<D>
  authors: Author
  categories: Category
  pages: Page
  'site-settings': SiteSettings
}
