import { isRecord } from '@typecase/contract/field-values/value-check'
import { locale as localeSchema } from '@typecase/contract/slugs'

import { Failure } from '../../../../http/failure.ts'
import type { ExportFiles, ImportFormat } from '../format.ts'
import { jsonItems } from '../json-items.ts'
import { createMediaList } from '../media-list.ts'
import { listOf, type Row, rowOf, textOf } from '../rows.ts'
import { createAssets } from './assets.ts'
import { foreignTypeOf, readContentTypes } from './content-types.ts'
import { createEntries } from './entries.ts'

const isLocale = localeSchema()

/** An export of Contentful: `contentful space export`. */
const contentful: ImportFormat = {
  title: 'a Contentful export',
  options: [
    {
      key: 'changes',
      title: 'Published entries with later changes',
      values: [
        { value: 'draft', title: 'As drafts' },
        { value: 'published', title: 'Published with their changes' },
      ],
    },
  ],

  matches: async (files) => (await jsonPath(files)) !== undefined,

  async read(files, { warn, importedObject, options }) {
    const path = (await jsonPath(files)) ?? ''
    const { locales, space, tags, ...model } = await readModel(files.text(path), warn)
    const [defaultLocale = 'en-US'] = locales
    const types = readContentTypes({ ...model, defaultLocale }, warn)
    if (types.size === 0)
      throw new Failure(
        'invalid',
        'The export holds no content types. Export it again without --skip-content-model.',
      )
    const media = createMediaList()
    const assets = createAssets({ media, locales, paths: files.paths, warn })
    const entries = createEntries({
      types,
      assets,
      locales,
      tags,
      space,
      importedObject,
      changedStatus: options['changes'] === 'published' ? 'published' : 'draft',
      warn,
    })
    for await (const { list, row } of rowsOf(files.text(path), ['entries', 'assets']))
      if (list === 'entries') entries.add(row)
      else assets.add(row)

    return {
      title: `Contentful export${space && ` of the space ${space}`}`,
      types: [...types.values()].map((type) => foreignTypeOf(type, locales)),
      media: media.all(),
      async *objects() {
        const seen = new Set<string>()
        for await (const { row } of rowsOf(files.text(path), ['entries']))
          yield* entries.objectsOf(row, seen)
      },
      resolve: (address) => assets.resolve(address, space),
    }
  },
}
export default contentful

/** Returns the path of an export's JSON; the archive may also hold the files of assets. */
async function jsonPath(files: ExportFiles): Promise<string | undefined> {
  for (const path of files.paths.filter(
    (one) => files.paths.length === 1 || /\.json$/i.test(one),
  )) {
    const start = await files.head(path)
    const isExport =
      /^\uFEFF?\s*\{\s*"(?:contentTypes|editorInterfaces|entries|assets|locales|tags|webhooks|roles)"\s*:\s*\[/.test(
        start,
      ) &&
      (/"contentTypes"\s*:/.test(start) || /"linkType"\s*:\s*"ContentType"/.test(start))
    if (isExport) return path
  }
  return undefined
}

/** Yields the rows of some lists of an export. */
async function* rowsOf(
  text: AsyncIterable<string>,
  lists: readonly string[],
): AsyncGenerator<{ list: string; row: Row }> {
  for await (const { path, value } of jsonItems(
    text,
    lists.map((list) => `$.${list}.*`),
  ))
    yield { list: String(path[0]), row: rowOf(value) }
}

async function readModel(text: AsyncIterable<string>, warn: (message: string) => void) {
  const types: Row[] = []
  const controls = new Map<string, Map<string, Row>>()
  const tags = new Map<string, string>()
  const locales: Row[] = []
  let space = ''
  const lists = ['contentTypes', 'editorInterfaces', 'tags', 'locales']
  for await (const { list, row } of rowsOf(text, lists)) {
    const sys = rowOf(row['sys'])
    if (list === 'contentTypes') {
      types.push(row)
      space ||= textOf(rowOf(rowOf(sys['space'])['sys'])['id'])
    } else if (list === 'editorInterfaces') {
      const fields = listOf(row['controls'])
        .filter(isRecord)
        .map((control) => [textOf(control['fieldId']), control] as const)
      controls.set(textOf(rowOf(rowOf(sys['contentType'])['sys'])['id']), new Map(fields))
    } else if (list === 'tags') tags.set(textOf(sys['id']), textOf(row['name']))
    else locales.push(row)
  }
  const codes = locales
    .toSorted((a, b) => Number(b['default'] === true) - Number(a['default'] === true))
    .map(({ code }) => textOf(code))
  const allowed = codes.filter((code) => isLocale.allows(code))
  if (allowed.length < codes.length)
    warn(
      `Locales whose code is none here are left out: ${codes
        .filter((code) => !isLocale.allows(code))
        .join(', ')
        .slice(0, 200)}.`,
    )
  return {
    types,
    controls,
    tags,
    space,
    locales: [...new Set(allowed)],
  }
}
