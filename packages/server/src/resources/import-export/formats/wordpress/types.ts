import type { Metafield } from '@typecase/contract/metafields'

import type { ForeignType } from '../format.ts'
import type { MetaField, MetaTargets } from './meta-fields.ts'
import type { Survey, TypeSurvey } from './survey.ts'

/** The object types of an export, and the fields made from meta, by the type of post or taxonomy and by key. */
export interface WordPressTypes {
  readonly types: readonly ForeignType[]
  readonly metaFields: ReadonlyMap<string, ReadonlyMap<string, MetaField>>
  /** Key of the field for the terms of a taxonomy. */
  taxonomyKey(taxonomy: string): string
}

interface TypeOptions {
  readonly hasComments: boolean
  readonly targets: MetaTargets
  warn(message: string, same?: string): void
}

/** Returns the object types of an export, with the fields that its objects use. */
export function typesOf(
  survey: Survey,
  { hasComments, targets, warn }: TypeOptions,
): WordPressTypes {
  const metaFields = new Map<string, ReadonlyMap<string, MetaField>>()

  const taxonomyKey = (taxonomy: string): string =>
    (survey.taxonomies.get(taxonomy)?.slug ?? taxonomy).replace(/^(?=\p{N})/u, '_')

  function withMeta(name: string, type: TypeSurvey, fields: readonly Metafield[]): Metafield[] {
    const ofMeta = type.meta.fields(
      fields.map(({ key }) => key),
      survey.acf,
      targets,
      (keys) => {
        if (keys > 0)
          warn(
            `${type.title}: meta keys that only one object has are left out: ${keys.toLocaleString('en')}.`,
          )
      },
    )
    metaFields.set(name, ofMeta)
    return [...fields, ...Array.from(ofMeta.values(), ({ field }) => field)]
  }

  function fieldsOf({ slug, uses, taxonomies }: TypeSurvey): Metafield[] {
    const ifUsed = (field: Metafield) => (uses.has(field.key) ? [field] : [])
    return [
      ...ifUsed({ key: 'excerpt', title: 'Excerpt', type: 'textarea' }),
      ...ifUsed({ key: 'author', title: 'Author', type: 'object', object_type: 'authors' }),
      ...[...taxonomies].flatMap((taxonomy): Metafield[] => {
        const type = survey.taxonomies.get(taxonomy)
        if (!type) return []
        const { slug: target, title } = type
        return [{ key: taxonomyKey(taxonomy), title, type: 'objects', object_type: target }]
      }),
      ...ifUsed({ key: 'format', title: 'Format', type: 'text' }),
      ...ifUsed({ key: 'parent', title: 'Parent', type: 'object', ...parentType(slug) }),
      ...ifUsed({ key: 'menu_order', title: 'Order', type: 'number' }),
      ...ifUsed({ key: 'sticky', title: 'Sticky', type: 'switch', options: 'true,false' }),
      ...ifUsed({ key: 'visibility', title: 'Visibility', type: 'text' }),
      ...ifUsed({ key: 'meta_title', title: 'Meta title', type: 'text' }),
      ...ifUsed({ key: 'meta_description', title: 'Meta description', type: 'textarea' }),
      { key: 'redirect_from', title: 'Old address', type: 'text' },
    ]
  }

  /** The parent of a page is a page; that of another post, such as the variant of a product, may have another type. */
  const parentType = (slug: string) => (slug === 'pages' ? { object_type: 'pages' } : {})

  const posts = [...survey.types].map(([name, type]): ForeignType => ({
    slug: type.slug,
    title: type.title,
    singular: type.singular,
    emoji: EMOJI[type.slug] ?? '📦',
    hasContent: true,
    metafields: withMeta(name, type, fieldsOf(type)),
  }))
  const terms = [...survey.taxonomies].map(([name, type]): ForeignType => {
    const { slug, title, singular, uses } = type
    const description: Metafield = { key: 'description', title: 'Description', type: 'textarea' }
    const parent: Metafield = { key: 'parent', title: 'Parent', type: 'object', object_type: slug }
    const fields = [description, parent].filter(({ key }) => uses.has(key))
    return { slug, title, singular, emoji: '🏷️', metafields: withMeta(name, type, fields) }
  })
  return {
    types: [
      ...posts,
      ...terms,
      ...(survey.authors.size > 0 ? [AUTHORS] : []),
      ...(hasComments && survey.comments.size > 0 ? [COMMENTS] : []),
    ],
    metaFields,
    taxonomyKey,
  }
}

const EMOJI: Readonly<Record<string, string>> = { posts: '📝', pages: '📄' }

const AUTHORS: ForeignType = {
  slug: 'authors',
  title: 'Authors',
  singular: 'Author',
  emoji: '👤',
  metafields: [
    { key: 'first_name', title: 'First name', type: 'text' },
    { key: 'last_name', title: 'Last name', type: 'text' },
  ],
}

const COMMENTS: ForeignType = {
  slug: 'comments',
  title: 'Comments',
  singular: 'Comment',
  emoji: '💬',
  hasContent: true,
  metafields: [
    { key: 'post', title: 'Post', type: 'object' },
    { key: 'parent', title: 'Reply to', type: 'object', object_type: 'comments' },
    { key: 'website', title: 'Website', type: 'text' },
    { key: 'kind', title: 'Kind', type: 'text' },
  ],
}
