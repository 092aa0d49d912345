import { listMedia, type ManagedMedia } from '@typecase/contract/media'
import { Api } from '@typecase/plugin-sdk/services'
import type { Row, SearchContext, SourceModule } from '@typecase/plugin-sdk/source'
import { formatLongDateTime, formatSize } from '@typecase/ui/format'

import { pageInput } from './list/media-query.ts'
import { isViewable, isPicture, formatMeasure, nameOf, urlAtWidth } from './list/media-words.ts'

/** Finds media by name, title or alt text. */
export const search: SourceModule['search'] = async (query, { services, facts, signal, limit }) => {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) return []
  const input = pageInput(slug, { q: query }, { limit, skip: 0 })
  const { media } = await services.get(Api).call(listMedia, input, { signal })
  return media.map((one) => rowOf(slug, one))
}

const rowOf = (bucketSlug: string, media: ManagedMedia): Row => ({
  id: media.id,
  title: nameOf(media),
  subtitle: formatMeasure(media),
  icon: isPicture(media) ? 'image' : 'file',
  keywords: [media.title, media.alt_text],
  run: { command: 'media.open', args: { bucket: bucketSlug, name: nameOf(media) } },
  preview: async (_context: SearchContext) => ({
    title: nameOf(media),
    ...(media.alt_text && { text: media.alt_text }),
    ...(isViewable(media) && { imageUrl: urlAtWidth(media, 640) }),
    details: [
      { label: 'Type', value: media.type },
      { label: 'Dimensions', value: formatMeasure(media) },
      { label: 'Size', value: formatSize(media.size) },
      { label: 'Added', value: formatLongDateTime(Date.parse(media.created_at)) },
    ],
  }),
})
