import { localesOf, sourceLocaleOf } from '@typecase/contract/locales'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

/** The properties of a type that its objects depend on. */
export interface TypeModel {
  slug: string
  title: string
  singular: string
  singleton: boolean
  fields: readonly Metafield[]
  localization: boolean
  /** The locales of its objects. A localized type without any accepts every locale. */
  locales: readonly string[]
  /** The locale of objects that are written without a locale. */
  defaultLocale: string | null
}

/** The model for a deleted type: its objects keep their values, but have no field definitions. */
export const unknownType = (slug: string): TypeModel => ({
  slug,
  title: slug,
  singular: slug,
  singleton: false,
  fields: [],
  localization: true,
  locales: [],
  defaultLocale: null,
})

/** Creates the model of a type. @param bucketLocales the locales of a type that has none of its own */
export const typeModel = (
  { slug, title, singular, singleton, localization, metafields, ...schema }: TypeSchema,
  bucketLocales: readonly string[],
): TypeModel => ({
  slug,
  title,
  singular,
  singleton,
  fields: metafields,
  localization,
  locales: localesOf({ localization, locales: schema.locales }, bucketLocales),
  defaultLocale: sourceLocaleOf({ localization, ...schema }, bucketLocales),
})

type TypeSchema = Pick<
  ObjectType,
  | 'slug'
  | 'title'
  | 'singular'
  | 'singleton'
  | 'localization'
  | 'metafields'
  | 'locales'
  | 'priority_locale'
>
