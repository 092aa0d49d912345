import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'
import type { CmsObject } from '@typecase/contract/objects'

import { isRecord } from './json-equal.ts'

/** The part of an object that a user can edit. */
export interface Values {
  readonly title: string
  readonly slug: string
  readonly content: string
  readonly locale: string | null
  readonly thumbnail: string | null
  readonly publish_at: number | null
  readonly unpublish_at: number | null
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Returns the part of an object that the editor changes. */
export function valuesOf(object: CmsObject): Values {
  const { title, slug, content, locale, thumbnail, publish_at, unpublish_at, metadata } = object
  return { title, slug, content, locale, thumbnail, publish_at, unpublish_at, metadata }
}

/** Returns the initial values of a new object: the defaults of its fields. */
export function newValues(objectType: ObjectType, locale: string | null): Values {
  return {
    title: '',
    slug: '',
    content: '',
    locale,
    thumbnail: null,
    publish_at: null,
    unpublish_at: null,
    metadata: defaultsOf(objectType.metafields),
  }
}

/** Returns the defaults of fields; a group contains those of its children. */
export function defaultsOf(fields: readonly Metafield[]): Record<string, unknown> {
  const entries = fields.flatMap((field): [string, unknown][] => {
    if (field.type === 'parent') {
      const inner = defaultsOf(field.children ?? [])
      return Object.keys(inner).length > 0 ? [[field.key, inner]] : []
    }
    const isEmpty = field.value === undefined || field.value === null || field.value === ''
    return isEmpty ? [] : [[field.key, field.value]]
  })
  return Object.fromEntries(entries)
}

/** Text in a field whose values are not texts, stored as typed until it is valid: `29,7` in a number field. */
export interface Unreadable {
  readonly '~typed': string
}

/** Wraps a text that is not a valid value of its field: the form shows it, but cannot save it. */
export function unreadable(text: string): Unreadable {
  return { '~typed': text }
}

/** Whether a form value is a text that its field could not parse. */
export function isUnreadable(value: unknown): value is Unreadable {
  return isRecord(value) && typeof value['~typed'] === 'string'
}

/** Returns the slug for a title, as the server would make it: lower-case words joined by `-`. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 200)
}
