import { fileUse, mediaName, mediaUrl } from '@typecase/content/object/media-value'
import { isRecord } from '@typecase/content/object/json-equal'
import type { Path } from '@typecase/content/object/path'
import { syntaxOf } from '@typecase/contract/field-types'
import type { Metafield, MetafieldType } from '@typecase/contract/metafields'
import { withUse } from '@typecase/contract/picture-use'

/** The fields of an object that its page receives: texts, numbers and images, by path. */
export type FieldValues = ReadonlyMap<Path, unknown>

/** An HTML text. The page shows it instead of what it rendered from the previous one. */
export interface HtmlValue {
  readonly html: string
}
export const isHtml = (value: unknown): value is HtmlValue =>
  isRecord(value) && typeof value['html'] === 'string'
const htmlValue = (value: unknown): unknown =>
  typeof value === 'string' ? ({ html: value } satisfies HtmlValue) : value

/** Types whose values are ids, or are shown in ways that only the page knows. */
const FOLLOWING_SAVE: readonly MetafieldType[] = ['object', 'objects', 'files', 'json', 'switch']

export interface FormValues {
  readonly title: unknown
  readonly slug: unknown
  readonly content: unknown
  readonly metadata: unknown
}

/** Returns the values of a form as a page shows them. Relations and lists of files follow with the save. */
export function fieldValues(
  { metadata, content, ...baseFields }: FormValues,
  fields: readonly Metafield[],
  dashboard: string,
): FieldValues {
  const values = new Map<Path, unknown>(Object.entries(baseFields))
  values.set('content', htmlValue(content))
  const add = (level: unknown, all: readonly Metafield[], at: Path): void => {
    if (!isRecord(level)) return
    for (const { key, type, children, repeater_fields: rowFields } of all) {
      const path = `${at}.${key}`
      const value = Object.hasOwn(level, key) ? level[key] : undefined
      if (type === 'parent') add(value, children ?? [], path)
      else if (type === 'repeater') {
        if (Array.isArray(value))
          value.forEach((row, index) => add(row, rowFields ?? [], `${path}.${index}`))
      } else if (FOLLOWING_SAVE.includes(type)) continue
      else if (type === 'file') values.set(path, pictureOf(value, dashboard))
      else if (syntaxOf(type) === 'html') values.set(path, htmlValue(value ?? ''))
      else if (typeof value === 'string' || typeof value === 'number') values.set(path, value)
      else if (value === null || value === undefined) values.set(path, '')
    }
  }
  add(metadata, fields, 'metadata')
  return values
}

function pictureOf(value: unknown, dashboard: string): { url: string } | null {
  const url = mediaUrl(mediaName(value))
  if (url === undefined) return null
  return { url: new URL(withUse(url, fileUse(value).use), dashboard).href }
}

/** Returns the fields of `next` that differ from `before`. */
export function changedFields(before: FieldValues, next: FieldValues): [Path, unknown][] {
  return [...next].filter(
    ([path, value]) => JSON.stringify(before.get(path)) !== JSON.stringify(value),
  )
}

/**
 * Returns the form's field at a path of a page, or the field that contains it: parts of a text or image have no field.
 */
export function fieldAt(path: Path, fields: readonly Metafield[]): Path {
  const [first = '', ...rest] = path.split('.')
  return first === 'metadata' ? [first, ...knownParts(rest, fields)].join('.') : first
}

function knownParts([key, ...rest]: readonly string[], fields: readonly Metafield[]): string[] {
  const field = fields.find((one) => one.key === key)
  if (!field) return []
  if (field.type === 'parent') return [field.key, ...knownParts(rest, field.children ?? [])]
  const [row = '', ...inRow] = rest
  if (field.type !== 'repeater' || !/^\d+$/.test(row)) return [field.key]
  return [field.key, row, ...knownParts(inRow, field.repeater_fields ?? [])]
}
