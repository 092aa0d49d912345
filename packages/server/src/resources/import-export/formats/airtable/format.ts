import { wordSlug } from '../../../buckets/slug-from-title.ts'
import { createKeys, createTypeSlugs } from '../field-keys.ts'
import { type ExportFiles, type ForeignObject, foreignId, type ImportFormat } from '../format.ts'
import { jsonItems } from '../json-items.ts'
import { createMediaList } from '../media-list.ts'
import { isoTime, listOf, present, type Row, rowOf, textOf } from '../rows.ts'
import { createSlugList } from '../slug-list.ts'
import { readField, type TableField, words } from './fields.ts'

interface Table {
  readonly id: string
  readonly title: string
  readonly type: string
  /** Name of the field with the titles of records. */
  readonly primary: string
  readonly fields: readonly TableField[]
}

/** A base of Airtable as JSON: the schema of its tables, and the records of each, as the Web API returns them. */
const airtable: ImportFormat = {
  title: 'an Airtable base',

  async matches({ paths, head }) {
    const [path = ''] = paths
    if (paths.length !== 1) return false
    return /"tables"\s*:\s*\[\s*\{\s*"id"\s*:\s*"tbl/.test(await head(path))
  },

  async read(files, { warn }) {
    const media = createMediaList()
    const { base, rawTables } = await readSchema(files)
    const typeSlug = createTypeSlugs()
    const types = new Map(
      rawTables.map((raw) => [textOf(raw['id']), typeSlug(wordSlug(textOf(raw['name']), 'table'))]),
    )
    const targets = {
      typeOf: (table: string) => types.get(table) ?? '',
      objectOf: (record: string) => foreignId('airtable', base, record),
      mediaOf(attachment: Row) {
        const url = textOf(attachment['url'])
        if (!URL.canParse(url)) return undefined
        return media.add(textOf(attachment['id']) || url, {
          url,
          name: textOf(attachment['filename']),
          type: textOf(attachment['type']),
          ...(typeof attachment['size'] === 'number' && { size: attachment['size'] }),
        })
      },
    }
    const tables = new Map(
      rawTables.map((raw) => {
        const id = textOf(raw['id'])
        const keyOf = createKeys()
        const rawFields = listOf(raw['fields']).map(rowOf)
        const primary = rawFields.find((one) => one['id'] === raw['primaryFieldId']) ?? rawFields[0]
        const fields = rawFields
          .filter((one) => one !== primary)
          .flatMap(
            (one) =>
              readField(
                one,
                keyOf(wordSlug(textOf(one['name']), 'field').replaceAll('-', '_')),
                targets,
              ) ?? [],
          )
        const table: Table = {
          id,
          title: textOf(raw['name']) || 'Table',
          type: targets.typeOf(id),
          primary: textOf(primary?.['name']),
          fields,
        }
        return [id, table]
      }),
    )

    // Attachments are media, and an import must know all media before the first object.
    for await (const { table, record } of recordsOf(files)) {
      const values = rowOf(record['fields'])
      for (const { name, metafield, read } of tables.get(table)?.fields ?? [])
        if (metafield.type === 'files' && values[name] !== undefined) read(values[name])
    }
    if (media.all().length > 0)
      warn('Addresses of Airtable attachments are valid for two hours after the export.')

    return {
      title: `Airtable base${base && ` ${base}`}`,
      types: [...tables.values()].map(({ type, title, fields }) => ({
        slug: type,
        title,
        metafields: fields.map(({ metafield }) => metafield),
      })),
      media: media.all(),
      async *objects() {
        const slugs = createSlugList()
        for await (const { table: id, record } of recordsOf(files)) {
          const table = tables.get(id)
          if (table) yield objectOf(table, record, slugs)
        }
      },
    }

    function objectOf(
      table: Table,
      record: Row,
      slugs: ReturnType<typeof createSlugList>,
    ): ForeignObject {
      const values = rowOf(record['fields'])
      const title = words(values[table.primary] ?? '').trim() || 'Untitled'
      const created = isoTime(record['createdTime'])
      return {
        id: targets.objectOf(textOf(record['id'])),
        type: table.type,
        title: title.slice(0, 1000),
        slug: slugs(table.type, wordSlug(title, 'record')),
        status: 'published',
        ...(created && { created_at: created }),
        metadata: present(
          Object.fromEntries(
            table.fields.flatMap(({ name, metafield, read }) =>
              values[name] === undefined || values[name] === null
                ? []
                : [[metafield.key, read(values[name])]],
            ),
          ),
        ),
      }
    }
  },
}
export default airtable

async function readSchema(files: ExportFiles): Promise<{ base: string; rawTables: Row[] }> {
  const [path = ''] = files.paths
  let base = ''
  const rawTables: Row[] = []
  const paths = ['$.baseName', '$.name', '$.schema.tables.*', '$.tables.*']
  for await (const { path: at, value } of jsonItems(files.text(path), paths)) {
    if (typeof value === 'string') base ||= value
    else if (at.includes('tables')) rawTables.push(rowOf(value))
  }
  return { base, rawTables }
}

/** Yields the records of all tables, with the id of their table. */
async function* recordsOf(files: ExportFiles): AsyncGenerator<{ table: string; record: Row }> {
  const [path = ''] = files.paths
  for await (const { path: at, value } of jsonItems(files.text(path), ['$.records.*.records.*']))
    yield { table: String(at[1]), record: rowOf(value) }
}
