import { posix } from 'node:path'

import { parse as parseCsv } from 'csv-parse/sync'

import { wordSlug } from '../../../buckets/slug-from-title.ts'
import type { ExportFiles, ImportFormat } from '../format.ts'
import { type Page, pageBucket } from '../markdown/page-bucket.ts'
import { dayIn } from './days.ts'
import { propertyValue, readHtmlPage } from './html-page.ts'
import { isHtmlPage, isNotionExport, readName } from './names.ts'

/** Matches a line of the properties above a page. */
const PROPERTY = /^([^:\n]{1,100}): (.*)$/
/** Matches relations as they are written: `Name (path.md), Other (path.md)`. */
const RELATION = /^(?:[^()]+ \([^()]+\.md\)(?:, )?)+$/
const MAX_CSV_BYTES = 64 * 2 ** 20

interface Database {
  readonly folder: string
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, string>>[]
  /** Titles of the pages in its folders. */
  readonly pages: Set<string>
  /** Kinds of its properties, which only HTML pages state. */
  readonly kinds: Map<string, string>
}

/** An export of Notion as “Markdown & CSV” or as HTML. */
const notion: ImportFormat = {
  title: 'a Notion export',

  matches: async ({ paths }) => isNotionExport(paths),

  async read(files, { warn }) {
    const databases = await readDatabases(files)
    const isHtml = !files.paths.some((path) => /\.md$/i.test(path)) && files.paths.some(isHtmlPage)
    const isPage = (path: string) => (isHtml ? isHtmlPage(path) : /\.md$/i.test(path))
    const skippedFiles = new Set<string>()

    function parse(path: string, text: string): Page | undefined {
      const { name = '', id = path } = readName(path) ?? {}
      const database = databases.get(posix.dirname(path))
      const read = isHtml ? readHtml(path, text, database) : readMarkdown(text, name, database)
      if (!read) return undefined
      database?.pages.add(read.title)
      const slug = wordSlug(read.title, 'page')
      return { key: id, type: database?.title ?? 'Pages', slug, ...read }
    }

    function readHtml(path: string, text: string, database?: Database): PageText | undefined {
      // The table of a database is a page, too.
      if (databases.has(path.replace(/\.html$/i, ''))) return undefined
      const page = readHtmlPage(text)
      if (!page && !skippedFiles.has(path))
        warn('Pages that are not in the form of Notion, or are nested too deeply, are left out.')
      if (!page) skippedFiles.add(path)
      if (!page || page.isDatabase) return undefined
      for (const [name, { kind }] of page.properties) database?.kinds.set(name, kind)
      return {
        title: page.title || 'Untitled',
        body: page.body,
        values: Object.fromEntries(
          [...page.properties].flatMap(([name, { value }]) =>
            value === undefined ? [] : [[name, value]],
          ),
        ),
        thumbnail: page.cover,
      }
    }

    // Collects the titles of pages, since a row with an empty page exists only in the table.
    for (const path of files.paths) if (isPage(path)) parse(path, await files.head(path))
    const others = [...new Set(databases.values())].flatMap((database) =>
      database.rows.flatMap((row, index) => rowPage(database, row, index) ?? []),
    )
    return pageBucket(
      files,
      {
        name: 'notion',
        title: 'Notion export',
        isPage,
        ...(isHtml && { bodyType: 'html-textarea' }),
        parse,
        others,
      },
      warn,
    )
  },
}
export default notion

/** Converts a row without a page to a page. */
function rowPage(
  { folder, title: type, columns, pages, kinds }: Database,
  row: Readonly<Record<string, string>>,
  index: number,
): Page | undefined {
  const [first = ''] = columns
  const title = row[first]?.trim() ?? ''
  if (title === '' || pages.has(title)) return undefined
  const { [first]: _, ...properties } = row
  const values =
    kinds.size === 0
      ? valuesOf(properties)
      : Object.fromEntries(
          Object.entries(properties).flatMap(([name, text]) => {
            const value = propertyValue(kinds.get(name) ?? 'text', text)
            return value === undefined ? [] : [[name, value]]
          }),
        )
  const key = `${folder} ${title} ${index}`
  return { key, type, title, slug: wordSlug(title, 'page'), body: '', values }
}

type PageText = Pick<Page, 'title' | 'body' | 'values' | 'thumbnail'>

function readMarkdown(text: string, name: string, database: Database | undefined): PageText {
  const { title, rest } = splitTitle(text, name)
  const { properties, body } = database
    ? splitProperties(rest, database)
    : { properties: {}, body: rest }
  return { title, body, values: valuesOf(properties) }
}

/** Reads the databases of an export, by the folders of their pages. */
async function readDatabases(files: ExportFiles): Promise<Map<string, Database>> {
  const databases = new Map<string, Database>()
  for (const path of files.paths) {
    const { name: title = '', isAll } = readName(path) ?? {}
    const folder = path.replace(/(?:_all)?\.csv$/i, '')
    // `_all` contains every row; the other file only has the rows of the first view.
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
    const database: Database = {
      folder,
      title: title || 'Database',
      pages: new Set(),
      kinds: new Map(),
      columns: Object.keys(rows[0] ?? {}),
      rows,
    }
    databases.set(folder, database)
    // In newer exports, the names of folders lack the id.
    const folderPath = posix.join(posix.dirname(path), title)
    if (title !== '' && files.paths.some((one) => one.startsWith(`${folderPath}/`)))
      databases.set(folderPath, database)
  }
  return databases
}

/** Splits off the heading of a page, which is its title; long titles are cut in file names. */
function splitTitle(text: string, name: string): { title: string; rest: string } {
  const heading = /^\uFEFF?# (.*)\r?\n*/.exec(text)
  const title = heading?.[1]?.trim() || name || 'Untitled'
  return { title, rest: heading ? text.slice(heading[0].length) : text }
}

/** Splits off the properties of a row, which are lines above its text. */
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

const valuesOf = (properties: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, written]) =>
      written.trim() === '' ? [] : [[key, valueOf(written)]],
    ),
  )

/** Parses a value of a table: checkboxes are Yes or No, dates English, and relations names with paths of pages. */
function valueOf(raw: string): unknown {
  const text = raw.trim()
  if (RELATION.test(text))
    return Array.from(text.matchAll(/\(([^()]+\.md)\)/g), ([, path = '']) => path)
  if (text === 'Yes' || text === 'No') return text === 'Yes'
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return Number(text)
  return dayIn(text) ?? text
}
