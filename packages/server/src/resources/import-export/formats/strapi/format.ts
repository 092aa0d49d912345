import { isDeepStrictEqual } from 'node:util'

import { Failure } from '../../../../http/failure.ts'
import type { ExportFiles, ForeignObject, ForeignType, ImportFormat } from '../format.ts'
import { isoTime, present, textOf } from '../rows.ts'
import { createAssets } from './assets.ts'
import { isEncryptedExport } from './decrypt.ts'
import { createEntityIndex, isPublished, type IndexedEntry, titleIn } from './entity-index.ts'
import {
  entitiesIn,
  type Entity,
  FILE,
  pathsOf,
  readConfiguration,
  readLinks,
  rowsIn,
} from './export-rows.ts'
import { createValueReader } from './read-values.ts'
import { type ContentType, metafieldsOf, readContentTypes } from './schemas.ts'

/** Maximum number of rows that wait for the other version of their entry at the same time. */
const WAITING = 5000

/** An export of Strapi: `strapi export`. An encrypted one has already been decrypted. */
const strapi: ImportFormat = {
  title: 'a Strapi export',

  matches: async (files) => isEncrypted(files) || (await isExport(files)),

  async read(files, { warn }) {
    if (isEncrypted(files))
      throw new Failure(
        'invalid',
        'This export is encrypted. Import it with its key, or export it again with --no-encrypt.',
      )
    const { titleFields, defaultLocale } = await readConfiguration(files)
    const schemas = await Array.fromAsync(rowsIn(files, 'schemas', warn))
    const types = readContentTypes(schemas, { titleFields, warn })
    if (types.size === 0)
      throw new Failure('invalid', 'The export holds no content types. Nothing was imported.')
    if (pathsOf(files, 'entities').length === 0)
      throw new Failure(
        'invalid',
        'The export holds no entries. Export it again without --only and --exclude.',
      )

    const assets = createAssets(files, warn)
    const index = createEntityIndex(types, warn)
    for await (const entity of entitiesIn(files, warn)) {
      if (entity.type === FILE) assets.add(entity)
      else if (types.has(entity.type)) index.add(entity)
      else if (entity.type === 'plugin::users-permissions.user')
        warn('Users of the site are left out.')
    }
    index.finish(defaultLocale)
    const links = await readLinks(files, warn)
    const read = createValueReader({
      links,
      assets,
      objectOf: (end) => index.get(end)?.id,
      warn,
    })
    const fieldsOf = (type: ContentType) =>
      type.fields.filter(({ from }) => !(type.hasExactSlugs && from === type.slugField))

    function versionOf({ id, data }: Entity, { type, slug }: IndexedEntry) {
      const fields = fieldsOf(type)
      const metadata = read(fields, data, { type: type.uid, id })
      const thumbnail = fields
        .filter(({ form }) => form === 'file')
        .map(({ metafield }) => textOf(metafield && metadata[metafield.key]))
        .find((name) => assets.isImage(name))
      return {
        title: titleIn(type, data),
        slug,
        ...present({ thumbnail, modified_at: isoTime(data['updatedAt']) }),
        ...(isPublished(type, data) &&
          present({ published_at: isoTime(data['publishedAt']) || isoTime(data['createdAt']) })),
        metadata,
      }
    }

    /** @param other the published version next to a draft */
    function objectOf(entity: Entity, entry: IndexedEntry, other?: Entity): ForeignObject {
      const published = other && versionOf(other, entry)
      const version = versionOf(entity, entry)
      const isChanged = published && !hasSameContent(entry.type, version, published)
      const isDraft = !isPublished(entry.type, entity.data)
      return {
        id: entry.id,
        type: entry.type.slug,
        status: isDraft && (!published || isChanged) ? 'draft' : 'published',
        ...(entry.locale !== '' && { locale: entry.locale }),
        ...present({ created_at: isoTime(entity.data['createdAt']) }),
        ...(published && !isChanged ? published : version),
        ...(isChanged && { published }),
      }
    }

    /** Yields the entries one by one; the first version of a pair waits for the second. */
    async function* objects(): AsyncGenerator<ForeignObject> {
      const seen = new Set<IndexedEntry>()
      let isComplete = false
      while (!isComplete) {
        isComplete = true
        const waiting = new Map<IndexedEntry, Entity>()
        for await (const entity of entitiesIn(files)) {
          const entry = index.get(entity)
          if (!entry || seen.has(entry)) continue
          const first = waiting.get(entry)
          if (index.isPair(entry) && (first === undefined || first.id === entity.id)) {
            if (first) continue
            if (waiting.size < WAITING) waiting.set(entry, entity)
            else isComplete = false
            continue
          }
          waiting.delete(entry)
          seen.add(entry)
          const isFirstDraft = first !== undefined && first.id === entry.draft
          const [draft, published] = isFirstDraft ? [first, entity] : [entity, first]
          yield objectOf(draft, entry, published)
        }
      }
    }

    return {
      title: 'Strapi export',
      types: [...types.values()].map((type): ForeignType => {
        const locales = index.localesOf(type, defaultLocale)
        return {
          slug: type.slug,
          title: type.title,
          metafields: metafieldsOf(fieldsOf(type)),
          ...(locales.length > 0 && { locales }),
          ...(type.isSingleton && { singleton: true }),
        }
      }),
      media: assets.all(),
      objects,
      resolve: (address) => assets.resolve(address),
    }
  },
}
export default strapi

/** Whether the draft of an entry equals its published version. Relations that belong to the other type are ignored. */
function hasSameContent(type: ContentType, draft: Version, published: Version): boolean {
  const isOwn = type.fields.filter(({ isInverse }) => isInverse !== true)
  const valuesOf = ({ title, metadata }: Version) => [
    title,
    ...metafieldsOf(isOwn).map(({ key }) => metadata[key]),
  ]
  return isDeepStrictEqual(valuesOf(draft), valuesOf(published))
}
type Version = Pick<ForeignObject, 'title' | 'metadata'>

const isEncrypted = ({ name, paths }: ExportFiles): boolean =>
  paths.length === 1 && isEncryptedExport(name)

async function isExport(files: ExportFiles): Promise<boolean> {
  const [schemas] = pathsOf(files, 'schemas')
  const metadata = files.paths.find((path) => /(?:^|\/)metadata\.json$/.test(path))
  if (schemas === undefined || metadata === undefined) return false
  return /"strapi"\s*:/.test(await files.head(metadata))
}
