import { randomBytes } from 'node:crypto'
import { once } from 'node:events'

import type { PreviewSite } from '@typecase/contract/preview-sites'
import { parsePreviewSites } from '@typecase/server/resources/buckets/preview-sites'
import type { TypecaseServer } from '@typecase/server/server'

import { createMagazine } from '../../../docs/examples/magazine/site.ts'

const ID = 'demo-magazine'

/** Returns the magazine's site as a preview site of its bucket, on the port after the dashboard's. */
export function demoPreviewSite(dashboardPort: number): PreviewSite {
  const secret = randomBytes(18).toString('base64url')
  // Port 0 means any free port, and the next start might not get the same one.
  const port = dashboardPort === 0 ? 4701 : dashboardPort + 1
  return {
    id: ID,
    name: 'Magazine',
    url: `http://127.0.0.1:${port}/preview/${secret}/{type}/{slug}?locale={locale}`,
    types: ['articles', 'authors'],
  }
}

/**
 * Serves the site of the demo, on this machine only. It has another origin than the dashboard, so a frame with its
 * pages cannot access the dashboard.
 * @returns its address; undefined without the demo, or if its port is taken
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
    // If this fails, the dashboard still works.
    server.listen(Number(port), '127.0.0.1').unref()
    await once(server, 'listening')
    return `http://127.0.0.1:${port}`
  } catch (reason) {
    app.log.warn({ reason, port }, 'the site of the demo cannot listen')
    return undefined
  }
}
