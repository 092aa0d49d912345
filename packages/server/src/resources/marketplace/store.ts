import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import type { OfferedExtension } from '@typecase/contract/extensions'
import type { Selectable } from 'kysely'

import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { Tables } from '../../database/tables.ts'
import type { Bundle } from './bundle.ts'
import '../projects/tables.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    published_extensions: {
      extension_id: string
      workspace_id: string
      /** JSON */
      manifest: string
      sha256: string
      /** The size of its files, in bytes. */
      size: number
      published_at: string
      published_by: string | null
    }
  }
}

/** An extension that a user may install. */
export interface Offer {
  readonly manifest: ExtensionManifest
  readonly sha256: string
  readonly size: number
  /** The workspace that published it; null for an extension of the product. */
  readonly workspaceId: string | null
  readonly publishedAt: string | null
  /** Set for an extension of the product, whose files are stored only when it is installed. */
  readonly bundle?: Bundle
}

/** Lists a user's offers by title: the product's extensions, and those of their workspaces. */
export async function offersFor(
  db: Reader,
  product: ReadonlyMap<string, Bundle>,
  userId: string,
): Promise<Offer[]> {
  const rows = await db
    .selectFrom('published_extensions')
    .innerJoin('team_members', 'team_id', 'workspace_id')
    .selectAll('published_extensions')
    .where('team_members.user_id', '=', userId)
    .execute()
  // If the product later ships an extension with the same id, that one takes precedence.
  const published = rows.filter((row) => !product.has(row.extension_id)).map(offerOfRow)
  return [...[...product.values()].map(offerOfProduct), ...published].sort(byTitle)
}

const byTitle = (a: Offer, b: Offer) =>
  a.manifest.title.localeCompare(b.manifest.title, 'en') || (a.manifest.id < b.manifest.id ? -1 : 1)

const offerOfProduct = (bundle: Bundle): Offer => ({
  manifest: bundle.manifest,
  sha256: bundle.sha256,
  size: bundle.size,
  workspaceId: null,
  publishedAt: null,
  bundle,
})

const offerOfRow = (row: Selectable<Tables['published_extensions']>): Offer => ({
  // Only `savePublished` writes this column, so the cast is safe.
  manifest: JSON.parse(row.manifest) as ExtensionManifest,
  sha256: row.sha256,
  size: row.size,
  workspaceId: row.workspace_id,
  publishedAt: row.published_at,
})

export const toOffered = ({
  manifest,
  size,
  workspaceId,
  publishedAt,
}: Offer): OfferedExtension => ({
  manifest,
  publisher:
    workspaceId === null ? { kind: 'product' } : { kind: 'workspace', workspace_id: workspaceId },
  size,
  published_at: publishedAt,
})

/** Finds the newest version of an extension that any workspace has published. */
export async function findPublished(db: Reader, extensionId: string): Promise<Offer | undefined> {
  const row = await db
    .selectFrom('published_extensions')
    .selectAll()
    .where('extension_id', '=', extensionId)
    .executeTakeFirst()
  return row && offerOfRow(row)
}

export const countPublished = (db: Reader, workspaceId: string): Promise<number> =>
  countOf(db.selectFrom('published_extensions').where('workspace_id', '=', workspaceId))

/** Stores a version in place of the previous one. Its files must be stored as well. */
export async function savePublished(
  db: Reader,
  offer: Offer & { workspaceId: string; publishedAt: string },
  userId: string,
): Promise<void> {
  const { manifest, sha256, size, workspaceId, publishedAt } = offer
  const changed = {
    manifest: JSON.stringify(manifest),
    sha256,
    size,
    published_at: publishedAt,
    published_by: userId,
  }
  await db
    .insertInto('published_extensions')
    .values({ extension_id: manifest.id, workspace_id: workspaceId, ...changed })
    .onConflict((to) => to.column('extension_id').doUpdateSet(changed))
    .execute()
}

export async function removePublished(db: Reader, extensionId: string): Promise<void> {
  await db.deleteFrom('published_extensions').where('extension_id', '=', extensionId).execute()
}
