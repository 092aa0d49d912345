import { Failure } from '../../../../http/failure.ts'
import type { ExportFiles, ForeignType, ImportFormat } from '../format.ts'
import { textOf } from '../rows.ts'
import { readAssets } from './assets.ts'
import { planTypes } from './type-plans.ts'
import { metafieldOf } from './fields.ts'
import { plansOf, readItems } from './items.ts'
import type { Person } from './read-values.ts'
import { itemsIn, readSchema, rootsOf } from './schema.ts'

/** A template of Directus: an archive of the folder that `directus-template-cli extract` writes. */
const directus: ImportFormat = {
  title: 'a Directus template',

  matches: async (files) => (await rootsOf(files)).length > 0,

  async read(files, { warn, importedObject }) {
    const [root = '', ...others] = await rootsOf(files)
    if (others.length > 0)
      throw new Failure(
        'invalid',
        `The archive holds several templates (${[root || 'the top folder', ...others].join(', ').slice(0, 500)}). Import them one by one.`,
      )
    const { name, language } = await readSettings(files, root)
    const schema = await readSchema(files, root, language, warn)
    const types = planTypes(schema, language, warn)
    const assets = await readAssets(files, root, warn)
    const people = await readPeople(files, root)
    const defaultLocale = language
    const items = await readItems({
      files,
      root,
      schema,
      types,
      assets,
      people,
      defaultLocale,
      importedObject,
      warn,
    })
    if (items.count() === 0) warn('The template holds no items: only the types are imported.')
    return {
      title: name === '' ? 'Directus template' : `Directus template of ${name}`,
      types: types.map((type): ForeignType => {
        const locales = items.localesOf(type)
        return {
          slug: type.slug,
          title: type.collection.title,
          metafields: plansOf(type).map(metafieldOf),
          ...(locales.length > 0 && { locales }),
          ...(type.collection.isSingleton && { singleton: true }),
        }
      }),
      media: assets.all(),
      mediaFolders: assets.folders,
      objects: () => items.objects(),
      resolve: (address) => assets.resolve(address),
    }
  },
}
export default directus

async function readSettings(files: ExportFiles, root: string) {
  for await (const settings of itemsIn(files, `${root}settings.json`))
    return {
      name: textOf(settings['project_name']).slice(0, 200),
      language: textOf(settings['default_language']) || 'en-US',
    }
  return { name: '', language: 'en-US' }
}

/** Reads the names and e-mail addresses of users; their accounts are left out. */
async function readPeople(files: ExportFiles, root: string): Promise<ReadonlyMap<string, Person>> {
  const people = new Map<string, Person>()
  for await (const { id, first_name, last_name, email } of itemsIn(files, `${root}users.json`))
    people.set(textOf(id), {
      name: `${textOf(first_name)} ${textOf(last_name)}`.trim(),
      email: textOf(email),
    })
  return people
}
