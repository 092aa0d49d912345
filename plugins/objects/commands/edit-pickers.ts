import { localeRow } from '@typecase/content/locale-names'
import { localesOf } from '@typecase/contract/locales'
import type { BulkOp } from '@typecase/contract/bulk-edit'
import { listObjects } from '@typecase/contract/objects'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { readBucket } from '@typecase/content/bucket'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { Api } from '@typecase/plugin-sdk/services'

import { type EditableField, editableFields, holdsText } from '../list/editable-fields.ts'
import { requestedTypes } from '../bulk/scope.ts'

/** Returns a picker row for each field that matches the query. */

const ofFields = (fields: readonly EditableField[], query: string): PickerRow[] =>
  fields
    .filter(({ title, path }) => holdsWords(`${title} ${path}`, query))
    .map(({ path, title }) => ({ id: path, value: path, label: title, subtitle: path }))

export async function textFieldRows(query: string, context: AskContext): Promise<PickerRow[]> {
  return ofFields(editableFields(await requestedTypes(context)).filter(holdsText), query)
}

export async function fieldRows(query: string, context: AskContext): Promise<PickerRow[]> {
  return ofFields(editableFields(await requestedTypes(context)), query)
}

/** Returns the field chosen in the previous step. */
export async function chosenField(context: AskContext): Promise<EditableField | undefined> {
  const fields = editableFields(await requestedTypes(context))
  return fields.find(({ path }) => path === context.args['field'])
}

const words: Readonly<Record<BulkOp, string>> = {
  set: 'Set to…',
  clear: 'Clear',
  append: 'Append…',
  prepend: 'Prepend…',
  remove: 'Remove…',
  increment: 'Increase by…',
  add: 'Add where it is missing…',
  template: 'Fill from other fields…',
}

export async function opRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const field = await chosenField(context)
  return (field?.ops ?? ['set', 'clear'])
    .map((op) => ({ id: op, value: op, label: words[op] }))
    .filter(({ label }) => holdsWords(label, query))
}

export async function localeRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const { services, facts } = context
  const [types, bucket] = await Promise.all([
    requestedTypes(context),
    readBucket(services, bucketSlugOf(facts)),
  ])
  // Includes the locales of types that are no longer localized.
  const locales = types.flatMap((type) => [...type.locales, ...localesOf(type, bucket.locales)])
  return [...new Set(locales)]
    .sort()
    .map(localeRow)
    .filter(({ label, subtitle }) => holdsWords(`${label} ${subtitle}`, query))
}

export async function relationRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const fields = editableFields(await requestedTypes(context))
  return ofFields(
    fields.filter(({ type }) => type === 'object' || type === 'objects'),
    query,
  )
}

/** Returns picker rows for the objects that the chosen relation can hold. */
export async function relatedRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const field = await chosenField(context)
  return objectRows(query, field?.metafield?.object_type, context)
}

const MAX_ROWS = 30

export async function objectRows(
  words: string,
  type: string | undefined,
  { services, facts, signal }: AskContext,
): Promise<PickerRow[]> {
  const contains = { $regex: words.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' }
  const query = { ...(type && { type }), ...(words.trim() && { title: contains }) }
  const { objects } = await services.get(Api).call(
    listObjects,
    {
      query: {
        slug: bucketSlugOf(facts),
        query: JSON.stringify(query),
        props: 'id,title,type',
        limit: MAX_ROWS,
      },
    },
    { signal },
  )
  return objects.map(({ object: { id, title, type: slug } }) => ({
    id,
    value: id,
    label: title || 'Untitled',
    subtitle: slug,
  }))
}
