import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { Metafield } from '@typecase/contract/metafields'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Here } from '@typecase/plugin-sdk/here'

import { isVisibleAt, type Path } from '@typecase/content/object/path'
import type { Values } from '@typecase/content/object/values'
import { editorPage } from '../session/editor-page.ts'
import type { focusFieldArgs } from './go.ts'
import { goToNeighbour } from './queue.ts'
import { NotNow, requireEditor } from './save-open.ts'

export const nextObject: CommandModule = {
  async run(_args, context) {
    await goToNeighbour(requireEditor(context), 'next', context)
  },
}

export const previousObject: CommandModule = {
  async run(_args, context) {
    await goToNeighbour(requireEditor(context), 'previous', context)
  },
}

export const copyID: CommandModule = {
  async run(_args, context) {
    const id = requireEditor(context).objectID()
    if (!id) throw new NotNow('The object gets its ID when it is saved.')
    await copyText(id)
    return { message: `Copied ${id}.` }
  },
}

export const focusField: CommandModule<ArgsOf<typeof focusFieldArgs>> = {
  async run({ path }, context) {
    requireEditor(context).focus(path)
  },
}

/** Returns the fields of the open object whose titles contain the words, in form order. */
export function searchFields(query: string, { services }: AskContext): PickerRow[] {
  const session = services.get(Here).page(editorPage)
  if (!session) return []
  const { objectType } = session
  const rows = [
    row('title', 'Title', 'title'),
    ...(objectType.options.slug_field ? [row('slug', 'Slug', 'slug')] : []),
    ...(objectType.options.content_editor ? [row('content', 'Content', 'content')] : []),
    ...rowsOf(objectType.metafields, 'metadata', session.get().draft.values),
  ]
  return rows.filter(({ label }) => holdsWords(label, query))
}

function rowsOf(
  fields: readonly Metafield[],
  prefix: Path,
  values: Values,
  group = '',
): PickerRow[] {
  return fields.flatMap((field) => {
    const path = `${prefix}.${field.key}`
    if (!isVisibleAt(field, values, path)) return []
    const title = group ? `${group} › ${field.title}` : field.title
    const inside = rowsOf(field.children ?? [], path, values, title)
    return [row(path, title, field.type), ...inside]
  })
}

function row(path: Path, label: string, subtitle: string): PickerRow {
  return { id: path, value: path, label, subtitle }
}
