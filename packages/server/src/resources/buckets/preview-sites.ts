import type { ErrorDetail } from '@typecase/contract/errors'
import { previewOrigin, previewSiteUrl } from '@typecase/contract/preview-address'
import { MAX_PREVIEW_SITES, type PreviewSite } from '@typecase/contract/preview-sites'

import type { Reader } from '../../database/database.ts'
import { invalid } from '../../http/failure.ts'
import type { BucketAccess } from './bucket-access.ts'

/** Parses the column, which only the server writes. */
export const parsePreviewSites = (column: string) => JSON.parse(column) as PreviewSite[]

/**
 * Checks the preview sites of a bucket.
 * @param dashboard origins of the dashboard, where a site could read the session
 * @throws Failure `invalid` for URLs that a frame must not show, and for duplicate ids
 */
export function assertPreviewSites(
  sites: readonly PreviewSite[],
  dashboard: readonly string[],
): void {
  const details = sites.flatMap(({ id, url }, index): ErrorDetail[] => {
    const at = `data.preview_sites.${index}`
    const message = previewSiteUrl(`${at}.url`, url) ?? sameOrigin(`${at}.url`, url, dashboard)
    if (message !== undefined) return [{ path: `${at}.url`, message, rule: 'url' }]
    if (sites.findIndex((site) => site.id === id) === index) return []
    return [{ path: `${at}.id`, message: `${at}.id must be unique`, rule: 'unique' }]
  })
  if (details.length > 0) throw invalid(details)
}

function sameOrigin(path: string, url: string, dashboard: readonly string[]): string | undefined {
  return dashboard.includes(previewOrigin(url) ?? '')
    ? `${path} must have another origin than the dashboard`
    : undefined
}

/** Updates the preview sites of an object type to its new slug. */
export async function renameTypeOfSites(
  db: Reader,
  bucketId: string,
  from: string,
  to: string,
): Promise<void> {
  const { preview_sites } = await db
    .selectFrom('buckets')
    .select('preview_sites')
    .where('id', '=', bucketId)
    .executeTakeFirstOrThrow()
  const sites = parsePreviewSites(preview_sites)
  if (!sites.some(({ types }) => types.includes(from))) return
  const renamed = sites.map((site) => ({
    ...site,
    types: site.types.map((slug) => (slug === from ? to : slug)),
  }))
  await db
    .updateTable('buckets')
    .set({ preview_sites: JSON.stringify(renamed) })
    .where('id', '=', bucketId)
    .execute()
}

/** Adds preview sites that a bucket does not have yet, up to the maximum number. */
export async function addPreviewSites(
  db: Reader,
  { bucketId }: BucketAccess,
  sites: readonly PreviewSite[],
): Promise<void> {
  if (sites.length === 0) return
  const { preview_sites } = await db
    .selectFrom('buckets')
    .select('preview_sites')
    .where('id', '=', bucketId)
    .executeTakeFirstOrThrow()
  const existing = parsePreviewSites(preview_sites)
  const ids = new Set(existing.map(({ id }) => id))
  const all = [...existing, ...sites.filter(({ id }) => !ids.has(id))].slice(0, MAX_PREVIEW_SITES)
  await db
    .updateTable('buckets')
    .set({ preview_sites: JSON.stringify(all) })
    .where('id', '=', bucketId)
    .execute()
}
