import { previewOrigin } from '@typecase/contract/preview-address'
import type { Bucket } from '@typecase/contract/buckets'
import type { ObjectType } from '@typecase/contract/object-types'

/** A site that shows objects of one type. */
export interface TypeSite {
  readonly id: string
  readonly name: string
  readonly url: string
}

/** Returns the preview sites of an object type, including the preview link of the type. */
export function sitesOf(
  { preview_sites }: Pick<Bucket, 'preview_sites'>,
  { slug, title, preview_link }: Pick<ObjectType, 'slug' | 'title' | 'preview_link'>,
): readonly TypeSite[] {
  return [
    ...preview_sites.filter(({ types }) => types.length === 0 || types.includes(slug)),
    ...(preview_link ? [{ id: 'type', name: `Preview link of ${title}`, url: preview_link }] : []),
  ]
}

/** Returns why a site cannot be shown in a frame, if so. Preview links of types may be older than these rules. */
export function whyNotShown({ url }: TypeSite): string | undefined {
  const origin = previewOrigin(url)
  if (origin === undefined)
    return `“${url}” must begin with https:// and a host without placeholders. http:// works for localhost only.`
  return origin === location.origin
    ? 'A preview site must have another origin than the dashboard.'
    : undefined
}
