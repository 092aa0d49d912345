import { isRecord } from '@typecase/contract/field-values/value-check'

import { Failure } from '../../../../http/failure.ts'
import type { ExportFiles } from '../format.ts'
import { titleOfKey } from '../field-keys.ts'
import { jsonItems } from '../json-items.ts'
import { listOf, type Row, rowOf, textOf } from '../rows.ts'

/** A table of Directus. */
export interface Collection {
  readonly name: string
  readonly title: string
  readonly isSingleton: boolean
  /** The fields that its display template names, such as `title` and `translations.title`. */
  readonly titleFields: readonly string[]
  readonly archiveField: string
  readonly archiveValue: string
  readonly sortField: string
  /** The field that identifies items. */
  readonly keyField: string
  /** In the order of the form. */
  readonly fields: readonly Row[]
}

/** A field that holds the key of another item, and the fields that show the relation from the other side. */
export interface Relation {
  readonly collection: string
  readonly field: string
  /** Empty if the target can be an item of several collections. */
  readonly target: string
  /** The field of the target that lists the items. */
  readonly listField: string
  /** In a junction table: the field that leads to the other item. */
  readonly junctionField: string
  readonly sortField: string
  /** The field that names the collection of the target. */
  readonly collectionField: string
}

export interface Schema {
  readonly collections: ReadonlyMap<string, Collection>
  readonly relations: readonly Relation[]
}

/** Returns the folders of the templates in an archive. */
export async function rootsOf(files: ExportFiles): Promise<string[]> {
  const roots = new Set<string>()
  for (const path of files.paths) {
    const folder = /^(.*\/|)(?:fields|schema\/snapshot)\.json$/.exec(path)?.[1]
    if (folder !== undefined && /"collections?"\s*:/.test(await files.head(path))) roots.add(folder)
  }
  return [...roots]
}

/** Yields the items of a file in order; a singleton is one item. A missing file has none. */
export async function* itemsIn(files: ExportFiles, path: string): AsyncGenerator<Row> {
  if (!files.paths.includes(path)) return
  const isList = /^\uFEFF?\s*\[/.test(await files.head(path))
  const item: Record<string, unknown> = Object.create(null)
  for await (const { path: at, value } of itemsAt(files, path, ['$.*'])) {
    if (isList) yield rowOf(value)
    else item[String(at[0])] = value
  }
  if (!isList) yield item
}

/** @throws Failure that names the file */
async function* itemsAt(files: ExportFiles, path: string, at: readonly string[]) {
  try {
    yield* jsonItems(files.text(path), at)
  } catch (reason) {
    if (!(reason instanceof Failure)) throw reason
    throw new Failure(reason.code, `${path.slice(0, 200)}: ${reason.message}`)
  }
}

/**
 * Reads the tables of a template.
 * @param language code of the project's language, for titles
 */
export async function readSchema(
  files: ExportFiles,
  root: string,
  language: string,
  warn: (message: string) => void,
): Promise<Schema> {
  const raw = await rawSchema(files, root)
  const byCollection = Map.groupBy(raw.fields, ({ collection }) => textOf(collection))
  const tables = raw.collections.filter(
    ({ collection, schema }) =>
      // A folder of collections has no table.
      textOf(collection) !== '' && !isSystem(textOf(collection)) && isRecord(schema),
  )
  if (tables.length === 0)
    throw new Failure('invalid', 'The template holds no collections. Nothing was imported.')
  // A template lacks fields that are not configured in Directus.
  const hasFields = ({ collection }: Row) => byCollection.has(textOf(collection))
  const [described, others] = [tables.filter(hasFields), tables.filter((one) => !hasFields(one))]
  if (described.length === 0)
    throw new Failure(
      'invalid',
      'The template holds collections without fields. Extract it again. Nothing was imported.',
    )
  const relations = raw.relations.map(relationOf)
  for (const name of others.map(({ collection }) => textOf(collection)))
    if (!relations.some((one) => one.collection === name && one.junctionField !== ''))
      warn(`${name} has no fields in the template, and is left out. Configure them in Directus.`)
  return {
    collections: new Map(
      described.map((one) => {
        const name = textOf(one['collection'])
        return [name, collectionOf(one, byCollection.get(name) ?? [], language)]
      }),
    ),
    relations,
  }
}

export const isSystem = (collection: string): boolean => collection.startsWith('directus_')

type RawSchema = Record<'collections' | 'fields' | 'relations', Row[]>

async function rawSchema(files: ExportFiles, root: string): Promise<RawSchema> {
  const schema: RawSchema = { collections: [], fields: [], relations: [] }
  const isSplit = files.paths.includes(`${root}collections.json`)
  const snapshot = `${root}schema/snapshot.json`
  for (const part of ['collections', 'fields', 'relations'] as const) {
    if (isSplit && files.paths.includes(`${root}${part}.json`))
      schema[part] = await Array.fromAsync(itemsIn(files, `${root}${part}.json`))
    else if (files.paths.includes(snapshot))
      for await (const { value } of itemsAt(files, snapshot, [`$.${part}.*`]))
        schema[part].push(rowOf(value))
  }
  return schema
}

function collectionOf(raw: Row, fields: readonly Row[], language: string): Collection {
  const meta = rowOf(raw['meta'])
  const name = textOf(raw['collection'])
  const key = fields.find(({ schema }) => rowOf(schema)['is_primary_key'] === true)
  return {
    name,
    title: (translationIn(meta, language) || titleOfKey(name)).slice(0, 200),
    isSingleton: meta['singleton'] === true,
    titleFields: [...textOf(meta['display_template']).matchAll(/\{\{\s*([\w$.]+)\s*\}\}/g)].map(
      ([, path = '']) => path,
    ),
    archiveField: textOf(meta['archive_field']),
    archiveValue: textOf(meta['archive_value']) || 'archived',
    sortField: textOf(meta['sort_field']),
    keyField: textOf(key?.['field']) || 'id',
    fields: inFormOrder(fields),
  }
}

/** Sorts fields by their order in the form: the fields of a group follow it, in their own order. */
function inFormOrder(fields: readonly Row[]): Row[] {
  const sorted = fields.toSorted((a, b) => orderOf(a) - orderOf(b))
  const groups = Map.groupBy(sorted, ({ meta }) => textOf(rowOf(meta)['group']))
  const take = (group: string): Row[] => {
    const members = groups.get(group) ?? []
    groups.delete(group)
    return members.flatMap((raw) => [raw, ...take(textOf(raw['field']))])
  }
  // The fields of a missing group, or of a group within itself, come last.
  return [...take(''), ...[...groups.values()].flat()]
}

function orderOf({ meta }: Row): number {
  const { sort } = rowOf(meta)
  return typeof sort === 'number' ? sort : Number.MAX_SAFE_INTEGER
}

/** Returns the translated name of a collection or field, if there is one; in the project's language if possible. */
export function translationIn(meta: Row, language: string): string {
  const all = listOf(meta['translations']).map(rowOf)
  const best = all.find((one) => one['language'] === language) ?? all[0]
  return textOf(best?.['translation']).trim()
}

function relationOf(raw: Row): Relation {
  const meta = rowOf(raw['meta'])
  return {
    collection: textOf(raw['collection']) || textOf(meta['many_collection']),
    field: textOf(raw['field']) || textOf(meta['many_field']),
    target: textOf(raw['related_collection']) || textOf(meta['one_collection']),
    listField: textOf(meta['one_field']),
    junctionField: textOf(meta['junction_field']),
    sortField: textOf(meta['sort_field']),
    collectionField: textOf(meta['one_collection_field']),
  }
}
