import { Failure } from '../../../../http/failure.ts'
import { titleOfKey, createTypeSlugs } from '../field-keys.ts'
import type { ExportFiles, ForeignObject, ForeignType, ImportFormat } from '../format.ts'
import { jsonItems } from '../json-items.ts'
import { isoTime, present, rowOf, textOf } from '../rows.ts'
import { createAssets } from './assets.ts'
import { createDocumentIndex, type IndexedDocument, titleIn } from './document-index.ts'
import { type Document, documentsIn, isDraft, kindOf, publicId } from './documents.ts'
import { createShapes, type FieldPlan, metafieldsOf, planFields } from './infer-fields.ts'
import { createValueReader } from './read-values.ts'

/** Number of documents with a draft per batch: the first of the two versions waits in memory for the second. */
const PAIRS = 5000

/** An export of Sanity: `sanity dataset export`, or its data.ndjson alone. */
const sanity: ImportFormat = {
  title: 'a Sanity export',

  matches: async (files) => (await dataPath(files)) !== undefined,

  async read(files, { warn, importedObject }) {
    const path = (await dataPath(files)) ?? ''
    const assets = createAssets(files.paths, warn)
    const index = createDocumentIndex(warn)
    const shapes = new Map<string, ReturnType<typeof createShapes>>()

    const details = files.paths.find((one) => /(?:^|\/)assets\.json$/.test(one))
    if (details !== undefined)
      for await (const { path: at, value } of jsonItems(files.text(details), ['$.*']))
        assets.addEntry(String(at[0]), rowOf(value))

    for await (const document of documentsIn(files, path, warn)) {
      const kind = kindOf(document)
      if (kind === 'asset') assets.addDocument(document)
      else if (kind === 'translations') index.addTranslations(document)
      else if (kind === 'release') warn('Versions of documents in releases are left out.')
      else if (kind === 'system')
        warn('Documents of Sanity itself and of its plugins are left out.')
      else if (index.add(document)) {
        assets.note(document)
        const type = document._type
        const ofType = shapes.get(type) ?? createShapes((words) => warn(`${type}: ${words}`))
        shapes.set(type, ofType)
        ofType.observe(document)
      }
    }
    index.finish()
    if (shapes.size === 0)
      throw new Failure('invalid', 'The export holds no documents. Nothing was imported.')
    const media = assets.media()

    const slugOf = createTypeSlugs()
    const slugs = new Map(index.types().map((type) => [type, slugOf(type)]))
    const typeOf = (targets: ReadonlySet<string>) => {
      const types = new Set([...targets].flatMap((id) => index.get(id)?.type ?? []))
      const [only = ''] = types
      return types.size === 1 ? slugs.get(only) : undefined
    }
    const plans = new Map(
      [...shapes].map(([type, { first }]) => [
        type,
        planFields(first, { typeOf }, index.keysElsewhere(type)),
      ]),
    )
    const read = createValueReader({ index, importedObject, assets, warn })

    function versionOf(document: Document, { slug }: IndexedDocument) {
      const planned = plans.get(document._type) ?? []
      const metadata = read(planned, document)
      return {
        title: titleIn(document).title,
        slug,
        ...present({
          thumbnail: thumbnailIn(planned, metadata),
          modified_at: isoTime(document['_updatedAt']),
        }),
        metadata,
      }
    }

    /** @param published the published version next to a draft */
    function objectOf(document: Document, published?: Document): ForeignObject | undefined {
      const entry = index.get(document._id)
      if (!entry) return undefined
      const locale = index.localeOf(entry)
      return {
        id: entry.id,
        type: slugs.get(entry.type) ?? entry.type,
        status: isDraft(document) ? 'draft' : 'published',
        ...(locale !== undefined && { locale }),
        ...present({ created_at: isoTime((published ?? document)['_createdAt']) }),
        ...versionOf(document, entry),
        ...(published && { published: versionOf(published, entry) }),
      }
    }

    return {
      title: `Sanity export${datasetIn(path)}`,
      types: [...plans].map(([type, planned]): ForeignType => {
        const locales = index.localesOf(type)
        return {
          slug: slugs.get(type) ?? type,
          title: titleOfKey(type).slice(0, 200),
          metafields: metafieldsOf(planned),
          ...(locales.length > 0 && { locales }),
        }
      }),
      media,
      async *objects() {
        const pairs = index.pairs()
        const isPair = new Set(pairs)
        const seen = new Set<string>()
        for (let from = 0; from === 0 || from < pairs.length; from += PAIRS) {
          const batch = new Set(pairs.slice(from, from + PAIRS))
          const waiting = new Map<string, Document>()
          for await (const document of documentsIn(files, path)) {
            const id = publicId(document._id)
            const isTurn = isPair.has(id) ? batch.has(id) : from === 0
            const isTaken = index.get(id)?.type === document._type && !seen.has(document._id)
            if (!isTurn || !isTaken || kindOf(document) !== 'content') continue
            seen.add(document._id)
            const other = waiting.get(id)
            if (isPair.has(id) && !other) {
              waiting.set(id, document)
              continue
            }
            waiting.delete(id)
            const [draft, published] = isDraft(document) ? [document, other] : [other, document]
            const object = objectOf(draft ?? document, draft && published)
            if (object) yield object
          }
        }
      },
      resolve: (address) => assets.resolve(address),
    }
  },
}
export default sanity

/** Returns the path of the documents: data.ndjson in an archive, or the only file. */
async function dataPath(files: ExportFiles): Promise<string | undefined> {
  const dataFiles = files.paths.filter((path) => /(?:^|\/)data\.ndjson$/.test(path))
  for (const path of files.paths.length === 1 ? files.paths : dataFiles) {
    const start = await files.head(path)
    const isExport =
      /^\uFEFF?\s*\{/.test(start) &&
      /"_id"\s*:\s*"/.test(start) &&
      /"_type"\s*:\s*"/.test(start) &&
      !/"_source"\s*:/.test(start)
    if (isExport) return path
  }
  return undefined
}

/** Returns the dataset in the name of the export's folder, which consists of the dataset and the time. */
function datasetIn(path: string): string {
  const dataset = /^(.+)-export-[\dtz-]+\/data\.ndjson$/i.exec(path)?.[1]
  return dataset === undefined ? '' : ` of the dataset ${dataset.slice(0, 100)}`
}

/** Returns the first image of a document. */
function thumbnailIn(plans: readonly FieldPlan[], values: Readonly<Record<string, unknown>>) {
  const first = plans.find(
    ({ form, metafield }) => form === 'image' && metafield && textOf(values[metafield.key]) !== '',
  )
  return first?.metafield && textOf(values[first.metafield.key])
}
