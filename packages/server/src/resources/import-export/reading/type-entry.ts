import type { BodyOf } from '@typecase/contract/endpoint'
import type { ErrorDetail } from '@typecase/contract/errors'
import { addObjectType } from '@typecase/contract/object-types'

import { Failure } from '../../../http/failure.ts'
import { validate } from '../../../http/validate.ts'
import { newType } from '../../object-types/type-draft.ts'
import type { Issues } from './issues.ts'
import { isObject } from './json-record.ts'
import { readMetafields, unite, withDefault } from './legacy-metafields.ts'

export type TypeData = BodyOf<typeof addObjectType>['data']

/** An object type of a bucket.json, its form and its fields checked. */
export interface TypeEntry {
  slug: string
  data: TypeData
}

/** Checks an object type of a file. @returns an empty list when it cannot be taken */
export function readTypeEntry(raw: unknown, index: number, issues: Issues): TypeEntry[] {
  const at = `object_types.${index}`
  if (!isObject(raw)) {
    issues.error(index + 1, at, `${at} is not an object`, 'type')
    return []
  }
  const title = textOf(raw['title'])
  let isBroken = false
  const fields = readMetafields(raw['metafields'], `${at}.metafields`, {
    error(path, message, rule) {
      isBroken = true
      issues.error(index + 1, path, message, rule, title)
    },
    warn: (message) => issues.warn(`${title}: ${message}`),
  })
  if (isBroken) return []
  const options = isObject(raw['options']) ? raw['options'] : {}
  const locales = localesOf(raw['locales'])
  const priority = textOf(raw['priority_locale'])
  const data = {
    title,
    slug: textOf(raw['slug']),
    singular: textOf(raw['singular']) || title,
    emoji: textOf(raw['emoji']),
    singleton: isOn(raw['singleton'], false),
    options: {
      slug_field: isOn(options['slug_field'], true),
      content_editor: isOn(options['content_editor'], false),
    },
    metafields: unite(fields.map(withDefault)),
    localization: isOn(raw['localization'], false),
    locales,
    priority_locale: priority !== '' && locales.includes(priority) ? priority : null,
    preview_link: textOf(raw['preview_link']),
  }
  try {
    validate(addObjectType.body, { slug: 'bucket', data })
    newType(data, data.slug)
    return [{ slug: data.slug, data }]
  } catch (reason) {
    if (!(reason instanceof Failure)) throw reason
    for (const detail of reason.extra.details ?? [{ path: 'data', message: reason.message }]) {
      const name = (text: string) => text.replaceAll(/\bdata(?=[. ])/g, at)
      const path = detail.path.replace(/^data/, at)
      issues.error(index + 1, path, name(detail.message), ruleOf(detail), title)
    }
    return []
  }
}

const ruleOf = ({ rule }: ErrorDetail): string => rule ?? 'form'

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Older files write switches as 1 and 0. */
const isOn = (value: unknown, fallback: boolean): boolean =>
  value === undefined || value === null ? fallback : value === true || value === 1 || value === '1'

/** A list, a text with commas, or nothing. */
function localesOf(value: unknown): string[] {
  const list: unknown[] =
    typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  return [...new Set(list.map(textOf).filter((locale) => locale !== ''))]
}
