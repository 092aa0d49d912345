import type { Metafield } from '@typecase/contract/metafields'
import type { PickerRow } from '@typecase/plugin-sdk/ask'

import type { Path } from '../draft/path.ts'
import { isShownAt } from '../draft/show-when.ts'
import type { Values } from '../draft/values.ts'
import { openSession } from '../session/open-session.ts'

/** Fields of the open object whose titles hold the words, in the order of the form. */
export function searchFields(query: string): PickerRow[] {
  const session = openSession()
  if (!session) return []
  const { objectType } = session
  const rows = [
    row('title', 'Title', 'title'),
    ...(objectType.options.slug_field ? [row('slug', 'Slug', 'slug')] : []),
    ...(objectType.options.content_editor ? [row('content', 'Content', 'content')] : []),
    ...rowsOf(objectType.metafields, 'metadata', session.get().draft.values),
  ]
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ label }) => {
    const text = label.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function rowsOf(
  fields: readonly Metafield[],
  prefix: Path,
  values: Values,
  group = '',
): PickerRow[] {
  return fields.flatMap((field) => {
    const path = `${prefix}.${field.key}`
    if (!isShownAt(field, values, path)) return []
    const title = group ? `${group} › ${field.title}` : field.title
    const inside = rowsOf(field.children ?? [], path, values, title)
    return [row(path, title, field.type), ...inside]
  })
}

function row(path: Path, label: string, subtitle: string): PickerRow {
  return { id: path, value: path, label, subtitle }
}
