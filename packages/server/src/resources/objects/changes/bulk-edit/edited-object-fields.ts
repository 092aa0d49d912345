import { compose } from '@typecase/content-query/composed'
import type { BulkEditData, FieldEdit } from '@typecase/contract/bulk-edit'
import { MAX_TITLE } from '@typecase/contract/objects'
import { objectSlug } from '@typecase/contract/slugs'

import type { StepContext } from '../bulk/change.ts'
import { localeFor } from '../../model/object-locale.ts'
import { slugOfTitle } from '../../store/slugs.ts'
import type { StoredObject } from '../../model/state.ts'
import type { TypeModel } from '../../model/type-model.ts'
import { objectEdits } from './compile-edits.ts'
import { editedText } from './edit-value.ts'
import { filledIn } from './template.ts'

interface ObjectFields {
  title?: string
  slug?: string
  content?: string
}

/** Returns the title, slug and content that result from edits, or the reason why there are none. */
export async function editedObjectFields(
  data: BulkEditData,
  object: StoredObject,
  values: Readonly<Record<string, unknown>>,
  model: TypeModel,
  context: StepContext,
): Promise<ObjectFields | { reason: string }> {
  const { id, state } = object
  const edited: ObjectFields = {}
  const edits = new Map(objectEdits(data))
  const textOf = (before: string, edit: FieldEdit) => {
    if (edit.op === 'template') return filledIn(asString(edit.value), object, values, model)
    if (edit.op === 'clear') return ''
    return edit.op === 'set' ? asString(edit.value) : editedText(before, edit)
  }

  const title = edits.get('title')
  if (title) {
    edited.title = textOf(state.title, title)
    if (edited.title.trim() === '') return { reason: 'title is a required field' }
    if (edited.title.length > MAX_TITLE) {
      return { reason: `title must be at most ${MAX_TITLE} characters` }
    }
  }

  const content = edits.get('content')
  if (content) edited.content = textOf(state.content, content)

  const slug = edits.get('slug')
  if (!slug) return edited
  if (slug.op === 'clear' || slug.op === 'template') {
    // As for a new object, take the next free slug.
    const source = slug.op === 'clear' ? (edited.title ?? state.title) : textOf('', slug)
    const locale = localeFor(model, object, data)
    const scope = { type: model.slug, locale }
    edited.slug = await context.freeSlug(scope, slugOfTitle(source), id)
  } else {
    edited.slug = compose(textOf(state.slug, slug))
    if (!slugRule().allows(edited.slug)) {
      return { reason: `slug must be ${slugRule().description}` }
    }
  }
  return edited
}

const asString = (value: unknown) => (typeof value === 'string' ? value : '')

let pattern: ReturnType<typeof objectSlug> | undefined
const slugRule = () => (pattern ??= objectSlug())
