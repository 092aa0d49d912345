import { posix } from 'node:path'

import { parse as parseCsv } from 'csv-parse/sync'

import { wordSlug } from '../../../buckets/slug-from-title.ts'
import type { ExportFiles, ImportFormat } from '../format.ts'
import { type Page, pageBucket } from '../markdown/page-bucket.ts'
import { isNotionExport, readName } from './names.ts'

/** A line of the properties above a page. */
const PROPERTY = /^([^:\n]{1,100}): (.*)$/
/** `Name (path.md), Other (path.md)`, as relations are written. */
const RELATION = /^(?:[^()]+ \([^()]+\.md\)(?:, )?)+$/
const MAX_CSV_BYTES = 64 * 2 ** 20

interface Database {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, string>>[]
}

/** An export of Notion as “Markdown & CSV”. */
const notion: ImportFormat = {
  title: 'a Notion export',

  matches: async ({ paths }) => isNotionExport(paths),

  async read(files, { warn }) {
    const databases = await readDatabases(files)
    const titles = new Map<string, Set<string>>()

    function parse(path: string, text: string): Page | undefined {
      const { name = '', id = path } = readName(path) ?? {}
      const database = databases.get(posix.dirname(path))
      const { title, rest } = splitTitle(text, name)
      const { properties, body } = database
        ? splitProperties(rest, database)
        : { properties: {}, body: rest }
      const folder = posix.dirname(path)
      titles.set(folder, (titles.get(folder) ?? new Set()).add(title))
      return {
        key: id,
        type: database?.title ?? 'Pages',
        title,
        slug: wordSlug(title, 'page'),
        body,
        values: valuesOf(properties),
      }
    }

    // Rows whose pages are empty are in the table alone.
    for (const path of files.paths) if (/\.md$/i.test(path)) parse(path, await files.head(path))
    const others = [...databases].flatMap(([folder, { title, columns, rows }]) =>
      rows.flatMap((row, index): Page[] => {
        const [first = ''] = columns
        const name = row[first]?.trim() ?? ''
        if (name === '' || titles.get(folder)?.has(name)) return []
        const { [first]: _, ...properties } = row
        return [
          {
            key: `${folder} ${name} ${index}`,
            type: title,
            title: name,
            slug: wordSlug(name, 'page'),
            body: '',
            values: valuesOf(properties),
          },
        ]
      }),
    )
    return pageBucket(
      files,
      {
        name: 'notion',
        title: 'Notion export',
        isPage: (path) => /\.md$/i.test(path),
        parse,
        others,
      },
      warn,
    )
  },
}
export default notion

/** The databases of an export by the folders of their pages. */
async function readDatabases(files: ExportFiles): Promise<Map<string, Database>> {
  const databases = new Map<string, Database>()
  for (const path of files.paths) {
    const { name: title = '', isAll } = readName(path) ?? {}
    const folder = path.replace(/(?:_all)?\.csv$/i, '')
    // `_all` has every row; the other file those of the first view.
    if (folder === path || (databases.has(folder) && !isAll)) continue
    if (files.size(path) > MAX_CSV_BYTES) continue
    let text = ''
    for await (const part of files.text(path)) text += part
    // With `columns: true` each row is a record of texts.
    const rows = parseCsv(text, {
      bom: true,
      columns: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as Record<string, string>[]
    databases.set(folder, {
      title: title || 'Database',
      columns: Object.keys(rows[0] ?? {}),
      rows,
    })
  }
  return databases
}

/** The heading of a page is its title; long file names are cut. */
function splitTitle(text: string, name: string): { title: string; rest: string } {
  const heading = /^\uFEFF?# (.*)\r?\n*/.exec(text)
  const title = heading?.[1]?.trim() || name || 'Untitled'
  return { title, rest: heading ? text.slice(heading[0].length) : text }
}

/** The properties of a row are lines above its text. */
function splitProperties(
  text: string,
  { columns }: Database,
): { properties: Record<string, string>; body: string } {
  const properties: Record<string, string> = {}
  let rest = text
  for (;;) {
    const end = rest.indexOf('\n')
    const line = end < 0 ? rest : rest.slice(0, end)
    const [, key = '', value = ''] = PROPERTY.exec(line.trimEnd()) ?? []
    if (!columns.includes(key)) break
    properties[key] = value
    rest = end < 0 ? '' : rest.slice(end + 1)
  }
  return { properties, body: rest.replace(/^\s+/, '') }
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DATE = new RegExp(`^(${MONTHS.join('|')}) (\\d{1,2}), (\\d{4})(?: \\d{1,2}:\\d\\d [AP]M)?$`)

const valuesOf = (properties: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, written]) =>
      written.trim() === '' ? [] : [[key, valueOf(written)]],
    ),
  )

/** A value of a table: checkboxes are Yes and No, dates English, and relations names with the paths of pages. */
function valueOf(written: string): unknown {
  const text = written.trim()
  if (RELATION.test(text))
    return Array.from(text.matchAll(/\(([^()]+\.md)\)/g), ([, path = '']) => path)
  if (text === 'Yes' || text === 'No') return text === 'Yes'
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return Number(text)
  const [, month = '', day = '', year = ''] = DATE.exec(text) ?? []
  if (month)
    return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
  return text
}
