import { storedFileUse, withUse } from '@typecase/contract/picture-use'
import type { CmsObject } from '@typecase/contract/objects'
import { formatDate, formatShortDateTime } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

import type { ListField } from './list-fields.ts'

/** Returns the value at a path in an object. */
export function valueAt(object: Partial<CmsObject>, path: string): unknown {
  let value: unknown = object
  for (const key of path.split('.')) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined
  }
  return value
}

/** Returns the ids in a relation, whose value may contain ids or whole objects. */
export function relationIds(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((one) => {
    if (typeof one === 'string') return one === '' ? [] : [one]
    const id: unknown = typeof one === 'object' && one !== null && 'id' in one ? one.id : undefined
    return typeof id === 'string' ? [id] : []
  })
}

/** Whether the cell shows titles of other objects. */
export function isRelation({ type }: Pick<ListField, 'type'>): boolean {
  return type === 'object' || type === 'objects'
}

/** Formats a value as one line of text. Relations are shown by title instead. */
export function cellText(
  value: unknown,
  { type, metafield }: ListField,
  now: number = Date.now(),
): string {
  if (value === undefined || value === null || value === '') return ''
  switch (type) {
    case 'datetime':
      return timeText(value, now)
    case 'date':
      return typeof value === 'string' ? dayText(value) : ''
    case 'switch':
      return switchText(value, metafield?.options)
    case 'number':
      return typeof value === 'number' ? String(value) : toText(value)
    case 'html-textarea':
    case 'rich-text':
      return withoutTags(toText(value))
    case 'repeater':
      return Array.isArray(value) ? formatCount(value.length, 'item') : ''
    default:
      return toText(value)
  }
}

/** Longer than any cell, so the rest is never visible. */
const MAX_LENGTH = 300

function toText(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, MAX_LENGTH)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) {
    return value.map(toText).filter(Boolean).join(', ').slice(0, MAX_LENGTH)
  }
  if (typeof value !== 'object' || value === null) return ''
  // A dropdown's `{key, value}`, a media's `{url}`.
  if ('value' in value) return toText(value.value)
  if ('url' in value && typeof value.url === 'string') return value.url.split('/').at(-1) ?? ''
  return JSON.stringify(value).slice(0, MAX_LENGTH)
}

function timeText(value: unknown, now: number): string {
  const ms = typeof value === 'number' ? value : Date.parse(String(value))
  return Number.isNaN(ms) ? '' : formatShortDateTime(ms, now)
}

/** `2024-03-01` → `1 Mar 2024`; other texts stay unchanged. */
function dayText(value: string): string {
  const ms = Date.parse(value)
  if (Number.isNaN(ms)) return value
  return formatDate(ms, { isUTC: true })
}

function switchText(value: unknown, options: unknown): string {
  const isYesNo = typeof options === 'string' && options.startsWith('yes')
  if (value === true) return isYesNo ? 'Yes' : 'True'
  return value === false ? (isYesNo ? 'No' : 'False') : ''
}

/** Returns the text of a formatted field, to show as text, never as markup. */
function withoutTags(html: string): string {
  return html
    .slice(0, MAX_LENGTH * 4)
    .replaceAll(/<[^>]*>?/g, ' ')
    .replaceAll(/&nbsp;/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
}

/** Size of a row's thumbnail in pixels, for screens of high density. */
const SIZE = 52

/** Returns the address of a row's small picture. `thumbnail` is a media name or an address. */
export function thumbnailUrl(thumbnail: string | null): string | null {
  const name = thumbnail?.trim() ?? ''
  if (name === '') return null
  if (/^https?:\/\//i.test(name)) return name
  const { name: path, use } = storedFileUse(name.replace(/^\/?media\//, ''))
  const part = withUse(`/media/${encodeURIComponent(path)}`, use)
  return `${part}?w=${SIZE}&h=${SIZE}&fit=crop`
}
