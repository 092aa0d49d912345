import type { BodyOf } from '@typecase/contract/endpoint'
import {
  getExtensionValues,
  type InstalledExtension,
  installExtension,
  listExtensions,
  MAX_EXTENSION_VALUES,
  MAX_EXTENSIONS,
  uninstallExtension,
  updateExtension,
  updateExtensionValues,
} from '@typecase/contract/extensions'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, Failure, forbidden, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { keepFiles } from '../extension-files/store.ts'
import { type Offer, offersFor } from '../marketplace/store.ts'
import {
  countInstalled,
  findInstalled,
  type InstalledRow,
  listInstalled,
  manifestOf,
  readValues,
  removeInstalled,
  saveInstalled,
  saveValues,
  switchInstalled,
  toInstalled,
} from './store.ts'

export function routes(app: App): Route[] {
  const { db, clock, productExtensions } = app

  /** Returns a function that reads the user's offers within a write. */
  async function offersWithin({ userId }: UserPrincipal) {
    const product = await productExtensions()
    return (reader: Reader) => offersFor(reader, product, userId)
  }

  return [
    handle(listExtensions, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const offers = await (await offersWithin(principal))(db.read)
      return { extensions: await listInstalled(db.read, access, offers) }
    }),

    handle(installExtension, async (call) => {
      const { principal, body } = call
      const access = await openBucket(db, principal, body.slug, 'bucket:settings')
      const offersIn = await offersWithin(principal)
      return call.commit(async (write) => {
        const offers = await offersIn(write.db)
        const offer = offers.find(({ manifest }) => manifest.id === body.extension_id)
        if (!offer) throw notFound('Extension')
        assertAgreed(offer, body)
        const before = await findInstalled(write.db, access, body.extension_id)
        await assertRoom(write.db, access, offer, before)
        if (offer.bundle) await keepFiles(write.db, offer.bundle)
        await saveInstalled(clock, write.db, access, offer)
        const { id, title, version, permissions, hosts = [] } = offer.manifest
        const from = before && manifestOf(before).version
        await audit(write, app, actorOf(call), {
          kind: 'bucket.install_extension',
          bucketId: access.bucketId,
          subject: { id, title },
          details: { version: from ? { from, to: version } : version, permissions, hosts },
        })
        return answer(write, access, id, offers)
      }, 'serializable')
    }),

    handle(updateExtension, async (call) => {
      const { principal, body, ifMatch } = call
      const { slug, extension_id: id, is_enabled } = body
      const access = await openBucket(db, principal, slug, 'bucket:settings')
      const offersIn = await offersWithin(principal)
      return call.commit(async (write) => {
        const offers = await offersIn(write.db)
        const before = await openInstalled(write.db, access, id)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(toInstalled(before, offers))
        await switchInstalled(write.db, access, id, is_enabled)
        const { title } = manifestOf(before)
        await audit(write, app, actorOf(call), {
          kind: 'bucket.switch_extension',
          bucketId: access.bucketId,
          subject: { id, title },
          details: { is_enabled },
        })
        return answer(write, access, id, offers)
      }, access)
    }),

    handle(uninstallExtension, async (call) => {
      const { principal, body } = call
      const { slug, extension_id: id } = body
      const access = await openBucket(db, principal, slug, 'bucket:settings')
      return call.commit(async (write) => {
        const { title, version } = manifestOf(await openInstalled(write.db, access, id))
        await removeInstalled(write.db, access, id)
        await audit(write, app, actorOf(call), {
          kind: 'bucket.uninstall_extension',
          bucketId: access.bucketId,
          subject: { id, title },
          details: { version },
        })
        await bucketChanged(app, write, access)
        return { message: `“${title}” was uninstalled. Its stored data is kept.` }
      }, access)
    }),

    handle(getExtensionValues, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      assertSameExtension(access, query.extension_id)
      await openInstalled(db.read, access, query.extension_id)
      return readValues(db.read, access, query.extension_id)
    }),

    handle(updateExtensionValues, async ({ principal, body, ifMatch, commit }) => {
      const { slug, extension_id: id, data } = body
      const access = await openBucket(db, principal, slug, 'objects:write')
      assertSameExtension(access, id)
      return commit(async (write) => {
        await openInstalled(write.db, access, id)
        const before = await readValues(write.db, access, id)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(before)
        const all = Object.entries({ ...before.values, ...data })
        const values = Object.fromEntries(all.filter(([, value]) => value !== null))
        if (Buffer.byteLength(JSON.stringify(values)) > MAX_EXTENSION_VALUES) {
          throw new Failure(
            'too_large',
            `An extension keeps at most ${MAX_EXTENSION_VALUES / 1000} kB in a bucket.`,
          )
        }
        const after = { values, rev: before.rev + 1 }
        await saveValues(clock, write.db, access, id, after)
        return after
      }, access)
    }),
  ]

  async function answer(
    write: Write,
    access: BucketAccess,
    id: string,
    offers: readonly Offer[],
  ): Promise<{ extension: InstalledExtension }> {
    await bucketChanged(app, write, access)
    return { extension: toInstalled(await openInstalled(write.db, access, id), offers) }
  }
}

/** Finds an installed extension. @throws Failure `not_found` also for an extension of another bucket */
async function openInstalled(db: Reader, access: BucketAccess, id: string): Promise<InstalledRow> {
  const row = await findInstalled(db, access, id)
  if (!row) throw notFound('Extension')
  return row
}

/** Checks that an extension accesses only its own data. @throws Failure `forbidden` */
function assertSameExtension({ extension }: BucketAccess, id: string): void {
  if (extension === null || extension === id) return
  throw forbidden('An extension can only read and change its own data.')
}

/**
 * Checks that the version to install is the one that the user approved.
 * @throws Failure `conflict` that names the difference
 */
function assertAgreed({ manifest }: Offer, sent: BodyOf<typeof installExtension>): void {
  const { version, permissions, hosts = [] } = manifest
  if (sent.version !== version) {
    const message = `Version ${sent.version} is no longer available; the newest is ${version}.`
    throw conflict(message, [{ path: 'version', message, rule: 'version' }])
  }
  const details = [
    differing('permissions', sent.permissions, permissions),
    differing('hosts', sent.hosts, hosts),
  ].filter((detail) => detail !== undefined)
  if (details.length > 0) {
    const message = 'This version needs other permissions than were agreed to. Review them again.'
    throw conflict(message, details)
  }
}

function differing(path: string, agreed: readonly string[], requested: readonly string[]) {
  const isSame =
    agreed.every((one) => requested.includes(one)) && requested.every((one) => agreed.includes(one))
  if (isSame) return undefined
  const message = `${path} must be ${requested.join(', ') || 'empty'}, as the version has it`
  return { path, message, rule: 'consent' }
}

/**
 * Checks that an extension may be installed.
 * @throws Failure `conflict` at the limit, and for an id that another publisher's extension has in this bucket
 */
async function assertRoom(
  db: Reader,
  access: BucketAccess,
  { manifest: { id }, workspaceId }: Offer,
  before: InstalledRow | undefined,
): Promise<void> {
  if (before && before.workspace_id !== workspaceId)
    throw conflict(`An extension ${id} of another publisher is installed here. Uninstall it first.`)
  if (!before && (await countInstalled(db, access)) >= MAX_EXTENSIONS)
    throw conflict(`${MAX_EXTENSIONS} extensions are installed here. Uninstall some first.`)
}
