import type { BulkOp } from '@typecase/contract/bulk-edit'
import { getObject } from '@typecase/contract/objects'
import { isTextType, syntaxOf, valueFormOf } from '@typecase/contract/field-types'
import type { Ask, AskBy, AskContext, AskPicker, Choice } from '@typecase/plugin-sdk/ask'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { scopeIn } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'
import { optionsOf } from '@typecase/contract/field-values/choice'

import { searchMedia } from '@typecase/content/search-media'
import type { EditableField } from '../list/editable-fields.ts'
import { chosenField, objectRows } from './edit-pickers.ts'

type ValueAsk = Exclude<Ask, AskBy>

/** Returns how the palette asks for the value of a field, by the operation or by the field's type. */
export async function askOfValue(context: AskContext): Promise<ValueAsk> {
  const field = await chosenField(context)
  // The schema of the command allows only these operations.
  const op = context.args['op'] as BulkOp
  if (!field) return { kind: 'text', title: 'Value' }
  if (op === 'template') {
    return {
      kind: 'text',
      title: 'Template',
      placeholder: '{title} – {metadata.year}',
      help: 'Field names in braces are replaced with their values.',
    }
  }
  if (op === 'increment') {
    return { kind: 'number', title: 'Increase by', help: 'A negative number decreases it.' }
  }
  const ask = askOfType(field, op)
  const isTyped = ask.kind === 'text' || ask.kind === 'multiline' || ask.kind === 'number'
  if (op !== 'set' || !isTyped) return ask
  return { ...ask, initial: (context) => presentValue(field.path, context) }
}

/** Returns the present value if the scope is a single object; several objects may have different values. */
async function presentValue(path: string, { services, facts, signal, args }: AskContext) {
  const scope = scopeIn(args)
  const [object_id, ...others] = scope && 'ids' in scope ? scope.ids : []
  if (object_id === undefined || others.length > 0) return undefined
  const query = { slug: bucketSlugOf(facts), object_id }
  const { object } = await services.get(Api).call(getObject, { query }, { signal })
  let value: unknown = object
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null)?.[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function askOfType({ type, title, metafield }: EditableField, op: BulkOp): ValueAsk {
  switch (valueFormOf(type)) {
    case 'number':
      return { kind: 'number', title }
    case 'date':
      return { kind: 'date', title, as: 'day' }
    case 'switch':
      return { kind: 'boolean', title }
    case 'option':
    case 'choice':
      return { kind: 'choice', title, choices: choicesOf(metafield) }
    case 'choices':
      return { kind: 'choice', title, isMany: true, choices: choicesOf(metafield) }
    case 'object':
    case 'objects':
      return {
        kind: 'picker',
        title,
        placeholder: 'Which object?',
        isMany: type === 'objects',
        search: (query, context) => objectRows(query, metafield?.object_type, context),
      }
    case 'file':
    case 'files':
      return askMedia(title, type === 'files', metafield?.media_validation_type || undefined)
    default:
      return op === 'set' && isTextType(type) && syntaxOf(type) !== 'line'
        ? { kind: 'multiline', title }
        : { kind: 'text', title }
  }
}

const choicesOf = (metafield: EditableField['metafield']): Choice[] =>
  optionsOf(metafield).map(({ value }) => ({ value, label: value }))

const askMedia = (
  title: string,
  isMany: boolean,
  kind: Parameters<typeof searchMedia>[1]['kind'],
): AskPicker => ({
  kind: 'picker',
  title,
  placeholder: 'Which file?',
  isMany,
  search: async (words, { services, facts }) => {
    const matches = await searchMedia(services, { bucketSlug: bucketSlugOf(facts), words, kind })
    return matches.map(({ name, title: label }) => ({
      id: name,
      value: name,
      label,
      subtitle: name,
    }))
  },
})
