import type { ImportModel } from '@typecase/contract/import-export'
import TurndownService from 'turndown'

import { unite } from '../reading/bucket-fields.ts'
import { titleOf } from '../reading/field-inference.ts'
import type { ForeignBucket, ForeignObject, ForeignType } from './format.ts'

type TypeChoice = NonNullable<ImportModel['types']>[number]

const toMarkdown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' })

/**
 * Applies the choices for types and fields to a bucket: some are left out, renamed or merged, or have HTML as Markdown.
 */
export function remodel(
  bucket: ForeignBucket,
  { types: choices = [] }: ImportModel,
): ForeignBucket {
  if (choices.length === 0) return bucket
  const byType = new Map(choices.map((choice) => [choice.slug, choice]))
  const types = new Map<string, ForeignType>()
  for (const type of bucket.types) {
    const next = typeAs(type, byType.get(type.slug), byType)
    if (!next) continue
    const before = types.get(next.slug)
    const metafields = before ? unite(before.metafields, next.metafields) : next.metafields
    types.set(next.slug, { ...next, ...before, metafields })
  }
  return {
    ...bucket,
    types: [...types.values()],
    async *objects() {
      for await (const object of bucket.objects()) {
        const choice = byType.get(object.type)
        if (!choice) yield object
        else if (choice.as !== null) yield objectAs(object, choice, choice.as)
      }
    },
  }
}

function typeAs(
  type: ForeignType,
  choice: TypeChoice | undefined,
  byType: ReadonlyMap<string, TypeChoice>,
): ForeignType | undefined {
  if (choice?.as === null) return undefined
  const fields = new Map(choice?.fields?.map((field) => [field.key, field]))
  const metafields = type.metafields.flatMap((field) => {
    const { as = field.key, field_type: type = field.type } = fields.get(field.key) ?? {}
    if (as === null) return []
    const target = field.object_type === undefined ? undefined : byType.get(field.object_type)?.as
    const title = as === field.key ? field.title : titleOf(as)
    return [{ ...field, key: as, title, type, ...(target && { object_type: target }) }]
  })
  const slug = choice?.as ?? type.slug
  return { ...type, slug, title: choice?.title ?? type.title, metafields }
}

function objectAs(object: ForeignObject, { fields = [] }: TypeChoice, type: string): ForeignObject {
  const choices = new Map(fields.map((field) => [field.key, field]))
  const valuesAs = (values: ForeignObject['metadata']) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => {
        const { as = key, field_type: to } = choices.get(key) ?? {}
        const isMarkdown = to === 'markdown' && typeof value === 'string'
        return as === null ? [] : [[as, isMarkdown ? toMarkdown.turndown(value) : value]]
      }),
    )
  return {
    ...object,
    type,
    metadata: valuesAs(object.metadata),
    ...(object.published && {
      published: { ...object.published, metadata: valuesAs(object.published.metadata) },
    }),
  }
}
