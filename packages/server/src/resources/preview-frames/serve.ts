import { createHash } from 'node:crypto'

import { previewOrigin } from '@typecase/contract/preview-address'
import type { FastifyInstance } from 'fastify'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { pageOrigins } from '../../http/headers.ts'
import { parsePreviewSites } from '../buckets/preview-sites.ts'
import { isFrameAddress } from './frame-address.ts'

const STYLES =
  'html,body{height:100%;margin:0}iframe{display:block;width:100%;height:100%;border:0}'
const STYLES_HASH = createHash('sha256').update(STYLES).digest('base64')

/** The document has no scripts: the dashboard, which has the same origin, sets the URL of the inner frame. */
const DOCUMENT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<style>${STYLES}</style>
<iframe title="Page of the site" sandbox="allow-scripts allow-same-origin allow-forms allow-popups" referrerpolicy="no-referrer" hidden></iframe>
</html>
`

/** Serves the documents that contain preview sites, below `/preview-frame/` (0154). */
export function servePreviewFrames(server: FastifyInstance, app: App): void {
  const { db, settings, admission } = app
  const onRequest = async ({ ip }: { ip: string }) => admission.extensionRate(ip)
  interface Address {
    Params: { bucket: string; signed: string }
  }
  server.get<Address>('/preview-frame/:bucket/:signed', { onRequest }, async (request, reply) => {
    const { bucket, signed } = request.params
    if (!isFrameAddress(app, bucket, signed)) return reply.callNotFound()
    const dashboard = pageOrigins(server, settings)
    const sites = (await siteOrigins(db.read, bucket)).filter((one) => !dashboard.includes(one))
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': [
        `default-src 'none'`,
        `style-src 'sha256-${STYLES_HASH}'`,
        `frame-src ${sites.join(' ') || `'none'`}`,
        `base-uri 'none'`,
        `form-action 'none'`,
        `frame-ancestors ${dashboard.join(' ')}`,
      ].join('; '),
    })
    return reply.type('text/html; charset=utf-8').send(DOCUMENT)
  })
}

/** Returns the origins of a bucket's preview sites and of the preview links of its object types. */
async function siteOrigins(db: Reader, bucketId: string): Promise<string[]> {
  const bucket = await db
    .selectFrom('buckets')
    .select('preview_sites')
    .where('id', '=', bucketId)
    .executeTakeFirst()
  const types = await db
    .selectFrom('object_types')
    .select('preview_link')
    .where('bucket_id', '=', bucketId)
    .where('deleted_at', 'is', null)
    .execute()
  const addresses = [
    ...parsePreviewSites(bucket?.preview_sites ?? '[]').map(({ url }) => url),
    ...types.map(({ preview_link }) => preview_link),
  ]
  return [...new Set(addresses.flatMap((address) => previewOrigin(address) ?? []))]
}
