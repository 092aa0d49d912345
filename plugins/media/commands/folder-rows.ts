import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { listMediaFolders } from '@typecase/contract/media-folders'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { Queries } from '@typecase/plugin-sdk/services'

/** Reads the folders of the bucket, in order. */
async function readFolders({ services, facts }: Pick<AskContext, 'services' | 'facts'>) {
  const input = { query: { slug: bucketSlugOf(facts) } }
  const options = apiQueryOptions(services, listMediaFolders, input)
  return (await services.get(Queries).fetchQuery(options)).media_folders
}

/** Returns the folders of the bucket, and “No folder”. */
export async function folderRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const rows = toRows(await readFolders(context))
  const none = { id: '', value: '', label: 'No folder', icon: 'x' }
  return matching([...rows, none], query)
}

/** Returns the folders inside the one that a folder is moved into. */
export async function siblingRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const { folder, parent } = context.args
  const folders = await readFolders(context)
  const there = folders.filter((one) => (one.parent ?? '') === parent && one.slug !== folder)
  return matching(toRows(there), query)
}

type Folders = Awaited<ReturnType<typeof readFolders>>

const toRows = (folders: Folders): PickerRow[] =>
  folders.map(({ slug, title, parent, media_count }) => ({
    id: slug,
    value: slug,
    label: title,
    icon: 'folder',
    subtitle: [folders.find((one) => one.slug === parent)?.title, `${media_count} files`]
      .filter(Boolean)
      .join(' · '),
  }))

const matching = (rows: readonly PickerRow[], query: string): PickerRow[] =>
  rows.filter(({ label }) => holdsWords(label, query))
