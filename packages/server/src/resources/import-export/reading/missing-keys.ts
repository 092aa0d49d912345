import { wordSlug } from '../../buckets/slug-from-title.ts'
import { isRecord } from '@typecase/contract/field-values/value-check'

/** A raw entry of a file, such as an object type or a field. */
export type Raw = Readonly<Record<string, unknown>>

/** Called for each field that got a key, with the source of the key. */
export type OnKey = (title: string, key: string, source: string) => void

/**
 * Gives keys to fields that only have a title. A key comes from other lists of the same fields: by title (the second
 * “Text” matches the second one there) or, if the title was changed, by position. Failing that, it is derived from the
 * title.
 * @param list fields of an object type, or of an object
 * @param others fields of its objects, or of its type
 */
export function withKeys(list: unknown, others: readonly unknown[], onKey: OnKey): unknown {
  if (!Array.isArray(list) || !lackKeys(list)) return list
  const fields: unknown[] = list
  const examples = others.filter((other): other is unknown[] => Array.isArray(other))
  const titles = fields.map(titleOf)
  const used = new Set(fields.map(keyOf))
  return fields.map((field, index) => {
    if (!isRecord(field)) return field
    const title = titles[index] ?? ''
    const alike = matching(field, index, titles, examples)
    let key = keyOf(field)
    if (lacksKey(field)) {
      const titleKey = keyOfTitle(title)
      const existingKey =
        mostCommon(alike.map(keyOf)) ??
        (examples.some((example) => example.some((other) => keyOf(other) === titleKey))
          ? titleKey
          : byPath(field, index, titles, used, examples))
      key = existingKey ?? titleKey
      onKey(title, key, existingKey === undefined ? 'its title' : 'the objects')
    }
    used.add(key)
    return { ...field, ...(key !== '' && { key }), ...below(field, alike, onKey) }
  })
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const keyOf = (field: unknown): string => (isRecord(field) ? textOf(field['key']) : '')
const titleOf = (field: unknown): string => (isRecord(field) ? textOf(field['title']) : '')

const lacksKey = (field: Raw): boolean => keyOf(field) === '' && titleOf(field) !== ''

/** Whether any field lacks a key, at any depth. */
const lackKeys = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.some(
    (field) =>
      isRecord(field) &&
      ((lacksKey(field) && !isItem(field)) ||
        lackKeys(field['children']) ||
        lackKeys(field['repeater_fields'])),
  )

/** Derives a key from a title: `SEO Description` becomes `seo_description`. Keys do not begin with a digit. */
export function keyOfTitle(title: string): string {
  const key = wordSlug(title, 'field').replaceAll('-', '_')
  return /^\p{N}/u.test(key) ? `field_${key}` : key
}

/**
 * Finds the same field in other lists by its key or, without a key, by its position among the fields with its title.
 */
function matching(
  field: Raw,
  index: number,
  titles: readonly string[],
  examples: readonly (readonly unknown[])[],
): Raw[] {
  const key = keyOf(field)
  const title = titles[index] ?? ''
  const nth = titles.slice(0, index).filter((other) => other === title).length
  return examples.flatMap((example) => {
    const same = example.filter((other) =>
      key === '' ? title !== '' && titleOf(other) === title : keyOf(other) === key,
    )
    const match = key === '' ? same[nth] : same[0]
    return isRecord(match) ? [match] : []
  })
}

/**
 * Returns the key of the fields at the same position, if they have the same type and match no other field of this list.
 * Values have no types to compare; there must be as many of them as fields.
 */
function byPath(
  field: Raw,
  index: number,
  titles: readonly string[],
  used: ReadonlySet<string>,
  examples: readonly (readonly unknown[])[],
): string | undefined {
  const there = examples.flatMap((example) => {
    const other = example[index]
    if (!isRecord(other) || titles.includes(titleOf(other))) return []
    const isAlike =
      'type' in other ? other['type'] === field['type'] : example.length === titles.length
    return isAlike ? [keyOf(other)] : []
  })
  return mostCommon(there.filter((key) => !used.has(key)))
}

function mostCommon(keys: readonly string[]): string | undefined {
  const counts = Map.groupBy(
    keys.filter((key) => key !== ''),
    (key) => key,
  )
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)
  return most?.[0]
}

/** Gives keys to the fields below a field: those of a group, of a repeater, or of its rows. */
function below(field: Raw, alike: readonly Raw[], onKey: OnKey): Raw {
  const lists = alike.flatMap(listsBelow)
  const { children, repeater_fields: rows } = field
  return {
    ...(Array.isArray(children) && { children: childrenOf(children, lists, onKey) }),
    ...(Array.isArray(rows) && { repeater_fields: withKeys(rows, lists, onKey) }),
  }
}

function childrenOf(children: unknown[], lists: readonly unknown[], onKey: OnKey): unknown {
  if (!children.some(isItem)) return withKeys(children, lists, onKey)
  return children.map((item) =>
    isItem(item) ? { ...item, children: withKeys(item['children'], lists, onKey) } : item,
  )
}

const isItem = (value: unknown): value is Raw =>
  isRecord(value) && value['type'] === 'repeating_item'

function listsBelow({ children, repeater_fields: rows }: Raw): unknown[] {
  const below = listOf(children)
  const items = below.filter(isItem)
  return [rows, ...(items.length > 0 ? items.map((item) => item['children']) : [below])]
}
