import type { ExportFiles, FormatReading, ForeignBucket, ImportFormat } from '../format.ts'
import { decodePart } from '../links.ts'
import { createResolver } from './addresses.ts'
import type { MetaTargets } from './meta-fields.ts'
import { createObjects, idsOf } from './objects.ts'
import { elementsOf, surveyExport, type Survey } from './survey.ts'
import { createTexts } from './texts.ts'
import { typesOf } from './types.ts'

/** Matches elements and namespaces of WordPress in a feed. */
const WXR =
  /<rss\b[\s\S]*(?:wordpress\.org\/export\/|<wp:\w)|<wp:(?:wxr_version|post_type|author_login)>/

/** An export of WordPress: Tools → Export. One of WordPress.com is a zip of several files. */
const wordpress: ImportFormat = {
  title: 'a WordPress export',
  options: [
    {
      key: 'blocks',
      title: 'Blocks',
      values: [
        { value: 'html', title: 'As HTML' },
        { value: 'keep', title: 'With the comments of WordPress' },
      ],
    },
    {
      key: 'comments',
      title: 'Comments',
      values: [
        { value: 'leave', title: 'Leave out' },
        { value: 'objects', title: 'As objects' },
      ],
    },
  ],

  async matches({ paths, head }) {
    const files = paths.length === 1 ? paths : paths.filter((path) => /\.xml$/i.test(path))
    for (const path of files.slice(0, 3)) if (WXR.test(await head(path))) return true
    return false
  },

  async read(files, reading) {
    const hasComments = reading.options['comments'] === 'objects'
    const survey = await surveyExport(files, { warn: reading.warn, hasComments })
    return bucketOf(files, reading, survey, hasComments)
  },
}
export default wordpress

function bucketOf(
  files: ExportFiles,
  { warn, options, importedObject }: FormatReading,
  survey: Survey,
  hasComments: boolean,
): ForeignBucket {
  const { site, attachments, addresses, posts, terms, termSlugs, authors } = survey
  const ids = idsOf(site)

  function objectOf(id: string) {
    const type = survey.types.get(posts.get(id) ?? '')
    return type ? { id: ids.post(id), type: type.slug } : importedObject(ids.post(id))
  }
  const targets: MetaTargets = { mediaOf: attachments.nameOf, objectOf }
  const types = typesOf(survey, { hasComments, targets, warn })
  const texts = createTexts({
    keepsBlocks: options['blocks'] === 'keep',
    picturesOf: attachments.picturesOf,
    sharedBlock: (id) => survey.sharedBlocks.get(id),
  })

  return {
    title: `WordPress export${site.host && ` of ${site.host}`}`,
    types: types.types,
    media: attachments.all(),
    async *objects() {
      const objects = createObjects(survey, types, { hasComments, textOf: texts.toHtml, warn })
      yield* objects.undeclaredObjects()
      // The first reading has reported the damage.
      const damage = { controls: 0, bytes: 0, elements: 0 }
      for await (const element of elementsOf(files, damage)) yield* objects.of(element)
      for (const words of texts.warnings()) warn(words)
    },
    resolve: createResolver({
      site,
      addresses,
      postTarget(id) {
        const name = attachments.nameOf(id)
        if (name !== undefined) return { media: name }
        const object = objectOf(id)
        return object && { object: object.id }
      },
      termTarget(taxonomy, raw) {
        const { slug = decodePart(raw) } = termSlugs.get(raw) ?? {}
        const object = ids.term(taxonomy, slug)
        return terms.get(taxonomy)?.has(slug) || importedObject(object) ? { object } : undefined
      },
      authorTarget(login) {
        const object = ids.author(login)
        return authors.has(login) || importedObject(object) ? { object } : undefined
      },
    }),
  }
}
