import { readFile, rm } from 'node:fs/promises'

import {
  EXTENSION_LIMIT,
  listMarketplace,
  MAX_EXTENSIONS,
  publishExtension,
  withdrawExtension,
} from '@typecase/contract/extensions'
import type { FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { conflict, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { receiveForm } from '../../http/multipart-form.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { keepFiles } from '../extension-files/store.ts'
import { newUploadPath } from '../media-upload/temporary-files.ts'
import { assertMayUseAccount, openTeam, type TeamScope } from '../teams/team-scope.ts'
import { type Bundle, makeBundle } from './bundle.ts'
import {
  countPublished,
  findPublished,
  offersFor,
  removePublished,
  savePublished,
  toOffered,
} from './store.ts'
import { compareVersions } from './version.ts'

const workspaceScope = (id: string): TeamScope => ({ resource: 'workspace', id })

export function routes(app: App): Route[] {
  const { db, clock, limits, productExtensions } = app
  return [
    handle(listMarketplace, async ({ principal }) => {
      assertMayUseAccount(principal, 'team:read')
      const offers = await offersFor(db.read, await productExtensions(), principal.userId)
      return { extensions: offers.map(toOffered) }
    }),

    handle(publishExtension, async (call) => {
      const { workspace_id: workspaceId } = call.query
      const actor = actorOf(call)
      await openTeam(db.read, actor, workspaceScope(workspaceId), 'settings:write')
      await limits.count('publish', actor.userId)
      const bundle = await receiveBundle(app, call.request)
      const product = await productExtensions()
      return call.commit(async (write) => {
        await openTeam(write.db, actor, workspaceScope(workspaceId), 'settings:write')
        await assertMayFollow(write.db, product, workspaceId, bundle)
        const { manifest, sha256, size } = bundle
        const offer = { manifest, sha256, size, workspaceId, publishedAt: clock.iso() }
        await keepFiles(write.db, bundle)
        await savePublished(write.db, offer, actor.userId)
        const { id, version, title, permissions, hosts = [] } = manifest
        await audit(write, app, actor, {
          kind: 'workspace.publish_extension',
          workspaceId,
          subject: { id, title },
          details: { version, permissions, hosts },
        })
        return { extension: toOffered(offer) }
      }, 'serializable')
    }),

    handle(withdrawExtension, (call) => {
      const { workspace_id: workspaceId, extension_id: id } = call.body
      const actor = actorOf(call)
      return call.commit(async (write) => {
        await openTeam(write.db, actor, workspaceScope(workspaceId), 'settings:write')
        const published = await findPublished(write.db, id)
        if (published?.workspaceId !== workspaceId) throw notFound('Extension')
        const { title, version } = published.manifest
        await removePublished(write.db, id)
        await audit(write, app, actor, {
          kind: 'workspace.withdraw_extension',
          workspaceId,
          subject: { id, title },
          details: { version },
        })
        return { message: `“${title}” was withdrawn. Where it is installed it keeps working.` }
      }, 'serializable')
    }),
  ]
}

/** Receives the extension in the .zip of a form. @throws Failure if the extension is invalid */
async function receiveBundle({ settings }: App, request: FastifyRequest): Promise<Bundle> {
  const path = newUploadPath(settings)
  try {
    const rules = { field: 'files', most: 1, limit: EXTENSION_LIMIT, newPath: () => path }
    await receiveForm(request, rules)
    const { readArchive } = await import('./archive.ts')
    return await makeBundle(await readArchive(await readFile(path)))
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Checks that a version may be published.
 * @throws Failure `conflict` for an id that others have, a version that is not newer, or too many extensions
 */
async function assertMayFollow(
  db: Reader,
  product: ReadonlyMap<string, Bundle>,
  workspaceId: string,
  { manifest: { id, version } }: Bundle,
): Promise<void> {
  const before = await findPublished(db, id)
  if (product.has(id) || (before && before.workspaceId !== workspaceId)) {
    const message = `The id ${id} is taken. Choose another one.`
    throw conflict(message, [{ path: 'manifest.id', message, rule: 'unique' }])
  }
  if (before && compareVersions(version, before.manifest.version) <= 0) {
    const message = `Version ${before.manifest.version} is already published. manifest.version must be newer.`
    throw conflict(message, [{ path: 'manifest.version', message, rule: 'newer' }])
  }
  if (!before && (await countPublished(db, workspaceId)) >= MAX_EXTENSIONS)
    throw conflict(`This workspace has ${MAX_EXTENSIONS} extensions. Withdraw some first.`)
}
