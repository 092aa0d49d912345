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
  /** Locales that its objects can be in. A type with localization and none of them takes any. */
  locales: readonly string[]
  /** The locale of objects that are written without one. */
  defaultLocale: string | null
}

/** An object whose type was deleted keeps its values, without field definitions. */
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

/** @param bucketLocales those of a type that names none itself */
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
