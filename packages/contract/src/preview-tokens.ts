import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { bucketSlug } from './slugs.ts'

/** Minutes for which a preview token works. */
export const PREVIEW_TOKEN_MINUTES = 15

export const addPreviewToken = endpoint({
  id: 'previewTokens.add',
  method: 'POST',
  path: '/previewTokens/add',
  auth: 'session',
  summary:
    'Creates a token that reads drafts of a bucket for 15 minutes, like its preview key. The dashboard passes it to a site in its preview. It ends with the preview key.',
  body: () => type({ slug: bucketSlug() }),
  response: () => type({ token: 'string', expires_at: 'string' }),
  isRepeatable: true,
})
