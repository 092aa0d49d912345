import { listMediaFolders } from '@typecase/contract/media-folders'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { Queries } from '@typecase/plugin-sdk/services'

/** The folders of the bucket, and none. */
export async function folderRows(
  query: string,
  { services, facts }: AskContext,
): Promise<PickerRow[]> {
  const input = { query: { slug: bucketSlugOf(facts) } }
  const options = apiQueryOptions(services, listMediaFolders, input)
  const { media_folders: folders } = await services.get(Queries).fetchQuery(options)
  const words = query.trim().toLowerCase()
  const rows = folders.map(({ slug, title, parent, media_count }) => ({
    id: slug,
    value: slug,
    label: title,
    icon: 'folder',
    subtitle: [folders.find((one) => one.slug === parent)?.title, `${media_count} files`]
      .filter(Boolean)
      .join(' · '),
  }))
  const none = { id: '', value: '', label: 'No folder', icon: 'x' }
  return [...rows, none].filter(({ label }) => label.toLowerCase().includes(words))
}
