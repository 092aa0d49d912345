// Object types of the bucket “my-blog”, as the content API answers their objects.
// Written by `npm run typecase -- types --bucket my-blog`: write it anew rather than change it by hand.

/** A file of a field. Images take imgix parameters after `imgix_url`: `?w=400&auto=format`. */
export interface MediaFile {
  url: string
  imgix_url: string
}

/** A relation: an id at depth 0, the object from depth 1 on. */
export type Related<T, Depth extends 0 | 1> = Depth extends 0 ? string : T

/** An object of any type. */
export interface BucketObject<Type extends string, Locale extends string | null, Metadata> {
  id: string
  type: Type
  slug: string
  title: string
  status: 'draft' | 'published'
  locale: Locale
  content: string
  thumbnail: string | null
  created_at: string
  modified_at: string
  published_at: string | null
  metadata: Metadata
}

/** An object: Posts. */
export type Post<Depth extends 0 | 1 = 0> = BucketObject<'posts', null, PostMetadata<Depth>>

export interface PostMetadata<Depth extends 0 | 1 = 0> {
  /** Teaser */
  teaser: string
  /** Hero image */
  hero?: MediaFile | null
  /** Body */
  body: string
  /** Published on */
  published_on?: string | null
  /** Author */
  author?: Related<Author, Depth> | null
  /** Categories */
  categories?: Related<Category, Depth>[] | null
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
export interface ObjectsByType<Depth extends 0 | 1 = 0> {
  posts: Post<Depth>
  authors: Author
  categories: Category
  pages: Page
  'site-settings': SiteSettings
}
