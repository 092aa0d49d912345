import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { lineOf, queryOf } from '@typecase/content/line-query'
import { listFields } from '@typecase/content/object/list-fields'
import { filterSchema } from '@typecase/content-query/type-fields'
import type { ObjectType } from '@typecase/contract/object-types'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { fold } from '@typecase/plugin-sdk/text-match'
import type { Services } from '@typecase/plugin-sdk/token'

/** A list of objects in the form that a model returns. */
export interface NamedList {
  readonly type?: string | undefined
  /** In the syntax of the filter in a list. */
  readonly filter?: string | undefined
  readonly sort?: string | undefined
}

export interface ObjectList {
  readonly query: ListQuery
  readonly type?: ObjectType
  /** The filter in its shortest readable form. */
  readonly filter: string
  readonly sort?: string
  /** Description: `Posts: status is draft`. */
  readonly words: string
  readonly sortWords: string
}

/** The problem with a value that a model returned. */
export interface Problem {
  readonly problem: string
}

/** Reads a list and checks it against the object types of the bucket. */
export async function readList(
  { type: name, filter = '', sort }: NamedList,
  { services, facts }: { readonly services: Services; readonly facts: FactValues },
): Promise<ObjectList | Problem> {
  const { object_types: all } = await readBucket(services, bucketSlugOf(facts))
  const type = name === undefined ? undefined : typeNamed(name, all)
  if (name !== undefined && !type) return { problem: `There is no object type “${name}”.` }
  const types = type ? [type] : all
  const schema = filterSchema(types, all)
  const read = queryOf(filter, schema)
  if (!read.ok) return { problem: read.message }
  const field = sort === undefined ? undefined : sortField(sort, types)
  if (sort !== undefined && !field) return { problem: `Objects cannot be sorted by “${sort}”.` }
  const line = lineOf(read.query, schema)
  const isDescending = sort?.startsWith('-') === true
  return {
    query: type ? { type: type.slug, ...read.query } : read.query,
    ...(type && { type }),
    filter: line,
    ...(field && { sort: `${isDescending ? '-' : ''}${field.path}` }),
    words: [type?.title ?? 'All objects', line].filter(Boolean).join(': '),
    sortWords: field ? `${field.title}, ${isDescending ? 'descending' : 'ascending'}` : '',
  }
}

const typeNamed = (name: string, types: readonly ObjectType[]): ObjectType | undefined =>
  types.find(({ slug }) => slug === name) ??
  types.find(({ title, singular }) => [title, singular].map(fold).includes(fold(name)))

function sortField(sort: string, types: readonly ObjectType[]) {
  const name = sort.replace(/^-/, '')
  return listFields(types).find(
    ({ path, isUnsortable }) =>
      !isUnsortable && [path, path.replace('metadata.', '')].includes(name),
  )
}
