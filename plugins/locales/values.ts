import type { Metafield } from '@typecase/contract/metafields'

type Values = Record<string, unknown>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is empty. A group or repeater is empty if all its fields are. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.every(isEmpty)
  return isValues(value) && Object.values(value).every(isEmpty)
}

export const isSame = (a: unknown, b: unknown): boolean =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)

/** Returns a value as text: HTML without tags, rows as lines. */
export function textOf(
  field: Pick<Metafield, 'type'> & Partial<Metafield>,
  value: unknown,
): string {
  if (value === undefined || value === null) return ''
  if (field.type === 'html-textarea' && typeof value === 'string') return textOfHtml(value)
  if (field.type === 'rich-text' && typeof value === 'string') return textOfMarkdown(value)
  if (field.type === 'switch') return value === true || value === 'true' ? 'Yes' : 'No'
  if (field.type === 'json')
    return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  if (Array.isArray(value)) {
    const rows: readonly Metafield[] = field.repeater_fields ?? field.children ?? []
    return value
      .map((row: unknown) =>
        isValues(row) && rows.length > 0
          ? rows.flatMap((one) => textOf(one, row[one.key]) || []).join(' · ')
          : textOf({ type: 'text' }, row),
      )
      .join(rows.length > 0 ? '\n' : ', ')
  }
  // The label of a choice, or the name of an image.
  if (isValues(value)) return toText(value['value'] ?? value['name'] ?? value['title'])
  return toText(value)
}

const toText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

/** Returns the text of HTML, with a line for each block. */
function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const end of body.querySelectorAll('br, p, h1, h2, h3, h4, h5, h6, li, blockquote, pre, tr'))
    end.append('\n')
  return (body.textContent ?? '').replaceAll(/\n{2,}/g, '\n').trim()
}

/** Removes the syntax from Markdown, which authors of rich text never see. */
function textOfMarkdown(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^ {0,3}(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, '')
    .replaceAll(/(\*\*\*|\*\*|\*|~~|`+)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}_])(__|_)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}_])/gu, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

/** A field that is compared with the source, such as `metadata.teaser`. Fields of a group are compared separately. */
export interface ComparedField {
  readonly path: string
  readonly field: Metafield
}

const objectField = (
  key: 'title' | 'content',
  title: string,
  type: Metafield['type'],
): ComparedField => ({
  path: key,
  field: { key, title, type },
})

const within = (field: Metafield, path: string): ComparedField[] =>
  field.type === 'parent'
    ? (field.children ?? []).flatMap((child) => within(child, `${path}.${child.key}`))
    : [{ path, field }]

/** Returns the compared fields within a field of the form. */
export const comparedWithin = (field: Metafield, path: string): ComparedField[] =>
  path.startsWith('metadata.') ? within(field, path) : [{ path, field }]

/** Returns the compared fields of a type, in the order of its form. */
export const comparedFields = (fields: readonly Metafield[]): ComparedField[] => [
  objectField('title', 'Title', 'text'),
  objectField('content', 'Content', 'html-textarea'),
  ...fields.flatMap((field) => within(field, `metadata.${field.key}`)),
]

/** Returns the value of an object at a path. */
export function valueAt(object: object, path: string): unknown {
  let value: unknown = object
  for (const key of path.split('.')) value = isValues(value) ? value[key] : undefined
  return value
}
