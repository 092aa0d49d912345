import { valueFormOf } from '@typecase/contract/field-types'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

import type { JsonSchema } from './json-schema.ts'

type DescribedType = Pick<ObjectType, 'slug' | 'title' | 'metafields' | 'localization' | 'locales'>

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const timeOrNull = { ...textOrNull, description: 'ISO 8601.' }
const numberOrNull = { type: ['number', 'null'] }
const millisecondsOrNull = { ...numberOrNull, description: 'Unix time in milliseconds.' }

/** Returns the schemas of a bucket's objects in the content API, by their names in the document. */
export function contentSchemas(types: readonly DescribedType[]): Record<string, JsonSchema> {
  const names = new Map(types.map(({ slug }) => [slug, nameOf(slug)]))
  return Object.fromEntries([
    ['File', file],
    ...types.map((type) => [nameOf(type.slug), objectSchema(type, names)] as const),
  ])
}

/** Returns the schema of an object of any type of the bucket. */
export const anyObject = (types: readonly DescribedType[]): JsonSchema =>
  types.length === 0 ? { type: 'object' } : { anyOf: types.map(({ slug }) => refTo(nameOf(slug))) }

/** Only few characters are allowed in names of components. */
const nameOf = (slug: string): string => `object.${encodeURIComponent(slug).replaceAll('%', '_')}`

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const file: JsonSchema = {
  type: 'object',
  properties: {
    url: text,
    imgix_url: { ...text, description: 'Accepts image parameters: `?w=400&auto=format`.' },
    name: { ...textOrNull, description: 'Only with `media=full`, like all properties below.' },
    alt_text: textOrNull,
    width: numberOrNull,
    height: numberOrNull,
    blurhash: textOrNull,
  },
  required: ['url', 'imgix_url'],
}

function objectSchema(
  { slug, title, metafields, localization, locales }: DescribedType,
  names: ReadonlyMap<string, string>,
): JsonSchema {
  const choice = localization && locales.length > 0 ? { enum: [...locales, null] } : {}
  return {
    type: 'object',
    description: `An object: ${title}. With \`props\`, only the fields named there.`,
    properties: {
      id: text,
      bucket: text,
      type: { const: slug },
      slug: text,
      title: text,
      content: text,
      status: { enum: ['draft', 'published'] },
      locale: { ...textOrNull, ...choice },
      thumbnail: textOrNull,
      metadata: groupSchema(metafields, names),
      order: { type: 'number' },
      publish_at: millisecondsOrNull,
      unpublish_at: millisecondsOrNull,
      published_at: timeOrNull,
      created_at: text,
      created_by: textOrNull,
      modified_at: text,
      modified_by: textOrNull,
    },
  }
}

const groupSchema = (
  fields: readonly Metafield[],
  names: ReadonlyMap<string, string>,
): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map((field) => [
      field.key,
      { description: field.title, anyOf: [valueSchema(field, names), { type: 'null' }] },
    ]),
  ),
})

function valueSchema(field: Metafield, names: ReadonlyMap<string, string>): JsonSchema {
  const target = names.get(field.object_type ?? '')
  const related = {
    description: 'An id at depth 0; the object from depth 1.',
    anyOf: [text, target === undefined ? { type: 'object' } : refTo(target)],
  }
  switch (valueFormOf(field.type)) {
    case 'number':
      return { type: 'number' }
    case 'switch':
      return { type: 'boolean' }
    case 'json':
      return {}
    case 'choice':
      return choiceOf(field)
    case 'option':
      return { type: 'object', properties: { key: text, value: text }, required: ['key', 'value'] }
    case 'choices':
      return { type: 'array', items: choiceOf(field) }
    case 'file':
      return refTo('File')
    case 'files':
      return { type: 'array', items: refTo('File') }
    case 'object':
      return related
    case 'objects':
      return { type: 'array', items: related }
    case 'group':
      return groupSchema(field.children ?? [], names)
    case 'rows':
      return { type: 'array', items: groupSchema(field.repeater_fields ?? [], names) }
    default:
      return text
  }
}

function choiceOf({ options }: Metafield): JsonSchema {
  const values = (Array.isArray(options) ? options : []).flatMap((option: unknown) =>
    typeof option === 'object' && option !== null && 'value' in option ? [option.value] : [option],
  )
  return values.length > 0 ? { enum: [...new Set(values)] } : text
}
