import type { MediaKind } from './media-picker.ts'
import { listMedia } from '@typecase/contract/media'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** A file of the media library, as pickers show it. */
export interface MediaMatch {
  readonly name: string
  readonly title: string
  /** Address of the picture, in any size. */
  readonly picture?: string
}

/** Finds media whose name, title or alt text contains the words; without words, the newest. */
export async function searchMedia(
  services: Services,
  { bucketSlug, words, kind }: { bucketSlug: string; words: string; kind: MediaKind | undefined },
): Promise<MediaMatch[]> {
  const contains = { $regex: words.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' }
  const query = {
    ...(words && {
      $or: ['original_name', 'title', 'alt_text'].map((field) => ({ [field]: contains })),
    }),
    ...(kind && { type: { $regex: `^${kind}/` } }),
  }
  const input = { query: { slug: bucketSlug, query: JSON.stringify(query), limit: 20 } }
  const { media } = await services.get(Api).call(listMedia, input)
  return media.map(({ name, original_name: title, type, imgix_url }) => ({
    name,
    title: title || name,
    ...(type.startsWith('image/') && { picture: imgix_url }),
  }))
}
