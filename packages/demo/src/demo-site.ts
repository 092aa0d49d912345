import { randomBytes } from 'node:crypto'
import { once } from 'node:events'

import type { PreviewSite } from '@typecase/contract/preview-sites'
import { parsePreviewSites } from '@typecase/server/resources/buckets/preview-sites'
import type { TypecaseServer } from '@typecase/server/server'

import { createMagazine } from '../../../docs/examples/magazine/site.ts'

const ID = 'demo-magazine'

/** The site of the magazine as a preview site of its bucket, on the port after that of the dashboard. */
export function demoPreviewSite(dashboardPort: number): PreviewSite {
  const secret = randomBytes(18).toString('base64url')
  // Port 0 is any free one, which the next start may not get.
  const port = dashboardPort === 0 ? 4701 : dashboardPort + 1
  return {
    id: ID,
    name: 'Magazine',
    url: `http://127.0.0.1:${port}/preview/${secret}/{type}/{slug}?locale={locale}`,
    types: ['articles', 'authors'],
  }
}

/**
 * Serves the site of the demo, for this machine alone: another origin than the dashboard's, so that no frame reaches it.
 * @returns its address; nothing without the demo, or where its port is taken
 */
export async function openDemoSite({ app }: TypecaseServer): Promise<string | undefined> {
  const bucket = await app.db.read
    .selectFrom('buckets')
    .select(['slug', 'preview_sites', 'read_key_sealed', 'preview_key_sealed'])
    .where('preview_sites', 'like', `%"${ID}"%`)
    .executeTakeFirst()
  const site = parsePreviewSites(bucket?.preview_sites ?? '[]').find(({ id }) => id === ID)
  const [, port, previewSecret] =
    /^http:\/\/127\.0\.0\.1:(\d+)\/preview\/([\w-]{20,})\//.exec(site?.url ?? '') ?? []
  const readKey = app.sealer.openOrNull(bucket?.read_key_sealed ?? '')
  const previewKey = app.sealer.openOrNull(bucket?.preview_key_sealed ?? '')
  if (!bucket || !port || !previewSecret || !readKey || !previewKey) return undefined
  const cms = app.settings.PUBLIC_URL
  const keys = { readKey, previewKey, previewSecret }
  const server = createMagazine({ cms, bucket: bucket.slug, ...keys })
  try {
    // The dashboard works without it.
    server.listen(Number(port), '127.0.0.1').unref()
    await once(server, 'listening')
    return `http://127.0.0.1:${port}`
  } catch (reason) {
    app.log.warn({ reason, port }, 'the site of the demo cannot listen')
    return undefined
  }
}
