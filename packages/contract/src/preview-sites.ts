import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { bucketSlug } from './slugs.ts'

/** Maximum number of preview sites of a bucket. */
export const MAX_PREVIEW_SITES = 20

/** A site that the editor shows next to an object. */
export const previewSite = () =>
  type({
    id: /^[\w-]{1,40}$/,
    name: '1 <= string <= 100',
    /** An address with placeholders: `https://example.com/{locale}/{slug}`. */
    url: '1 <= string <= 2000',
    /** Slugs of the object types that the site shows; empty for all. */
    types: type('string <= 200').array().atMostLength(500),
  })
export type PreviewSite = ReturnType<typeof previewSite>['infer']

export const getPreviewFrame = endpoint({
  id: 'buckets.getPreviewFrame',
  method: 'GET',
  path: '/buckets/preview-frame',
  auth: 'user',
  summary:
    'Returns the address of the document that shows preview sites of a bucket. It only frames the configured sites, and works for at least a day.',
  query: () => type({ slug: bucketSlug() }),
  response: () => type({ url: 'string' }),
})
