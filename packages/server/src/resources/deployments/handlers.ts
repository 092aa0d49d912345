import {
  connectVercel,
  disconnectVercel,
  getDeploymentLog,
  getVercelConnection,
  linkVercelProject,
  listDeployments,
  listVercelProjects,
  MAX_LINKS,
  unlinkVercelProject,
  type VercelConnection,
  type VercelLink,
} from '@typecase/contract/deployments'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { type VercelCaller, VercelFailure } from '../../hosting/vercel.ts'
import { conflict, invalid, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { askVercel, callerFor, callerForLinks, callerWith, sourceOf } from './caller.ts'
import {
  findLink,
  listLinks,
  readConnection,
  removeLink,
  saveConnection,
  saveLink,
  type StoredConnection,
} from './store.ts'

/** Default number of deployments per page. */
const PAGE_SIZE = 20

export function routes(app: App): Route[] {
  const { db, clock, sealer, vercel } = app
  return [
    handle(listDeployments, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const { project_id, source } = await openLink(db.read, access, query.vercelProjectId)
      const caller = await callerFor(app, principal, access, source)
      const { limit = PAGE_SIZE, since, until } = query
      const page = await askVercel(source, () =>
        vercel.deployments(caller, project_id, { limit, since, until }),
      )
      return { ...page, limit }
    }),

    handle(getDeploymentLog, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const { project_id, source } = await openLink(db.read, access, query.vercelProjectId)
      const caller = await callerFor(app, principal, access, source)
      return askVercel(source, () => vercel.log(caller, project_id, query.deployment_id))
    }),

    handle(getVercelConnection, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      return { connection: await describe(app, db.read, access) }
    }),

    handle(connectVercel, async (call) => {
      const { principal, body, ifMatch } = call
      const access = await openBucket(db, principal, body.slug, 'bucket:settings')
      const { token, team_id = null } = body
      await checkToken(app, callerWith(app, principal, token, team_id))
      return call.commit(async (write) => {
        const before = await connectionAt(app, write.db, access, ifMatch ?? body.rev)
        const after = { token_sealed: sealer.seal(token), team_id, rev: before.rev }
        await saveConnection(clock, write.db, access, after)
        const details = { team_id, replaced: before.token_sealed !== null }
        const kind = 'bucket.connect_vercel'
        await audit(write, app, actorOf(call), { kind, bucketId: access.bucketId, details })
        await bucketChanged(app, write, access)
        return { connection: await describe(app, write.db, access) }
      }, access)
    }),

    handle(disconnectVercel, async (call) => {
      const { principal, query, ifMatch } = call
      const access = await openBucket(db, principal, query.slug, 'bucket:settings')
      return call.commit(async (write) => {
        const before = await connectionAt(app, write.db, access, ifMatch)
        if (before.token_sealed !== null) {
          const after = { token_sealed: null, team_id: null, rev: before.rev }
          await saveConnection(clock, write.db, access, after)
          const kind = 'bucket.disconnect_vercel'
          await audit(write, app, actorOf(call), { kind, bucketId: access.bucketId })
          await bucketChanged(app, write, access)
        }
        return { connection: await describe(app, write.db, access) }
      }, access)
    }),

    handle(listVercelProjects, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug, 'bucket:settings')
      const { source, caller } = await callerForLinks(app, principal, access)
      return { projects: await askVercel(source, () => vercel.projects(caller, query.search)) }
    }),

    handle(linkVercelProject, async (call) => {
      const { principal, body, ifMatch } = call
      const access = await openBucket(db, principal, body.slug, 'bucket:settings')
      const { source, caller } = await callerForLinks(app, principal, access)
      const project = await askVercel(source, () =>
        vercel.project(caller, body.project_id).catch(unseen),
      )
      return call.commit(async (write) => {
        const before = await connectionAt(app, write.db, access, ifMatch ?? body.rev)
        const links = await listLinks(write.db, access)
        const isNew = links.every(({ project_id }) => project_id !== project.project_id)
        if (isNew && links.length >= MAX_LINKS) {
          throw conflict(`${MAX_LINKS} Vercel projects are linked already. Unlink some first.`)
        }
        await saveLink(clock, write.db, access, { ...project, source })
        await saveConnection(clock, write.db, access, before)
        await audit(write, app, actorOf(call), {
          kind: 'bucket.link_vercel_project',
          bucketId: access.bucketId,
          subject: { id: project.project_id, title: project.title },
          details: { source },
        })
        await bucketChanged(app, write, access)
        return { connection: await describe(app, write.db, access) }
      }, access)
    }),

    handle(unlinkVercelProject, async (call) => {
      const { principal, query, ifMatch } = call
      const access = await openBucket(db, principal, query.slug, 'bucket:settings')
      return call.commit(async (write) => {
        const before = await connectionAt(app, write.db, access, ifMatch)
        const link = await openLink(write.db, access, query.project_id)
        await removeLink(write.db, access, link.project_id)
        await saveConnection(clock, write.db, access, before)
        await audit(write, app, actorOf(call), {
          kind: 'bucket.unlink_vercel_project',
          bucketId: access.bucketId,
          subject: { id: link.project_id, title: link.title },
        })
        await bucketChanged(app, write, access)
        return { connection: await describe(app, write.db, access) }
      }, access)
    }),
  ]
}

/** Finds a linked project. @throws Failure `not_found` for any project that the bucket does not link */
async function openLink(db: Reader, access: BucketAccess, projectId: string): Promise<VercelLink> {
  const link = await findLink(db, access, projectId)
  if (!link) throw notFound('Vercel project')
  return link
}

async function describe(app: App, db: Reader, access: BucketAccess): Promise<VercelConnection> {
  const stored = await readConnection(db, access)
  return {
    source: sourceOf(app, stored),
    team_id: stored.team_id,
    links: await listLinks(db, access),
    rev: stored.rev,
  }
}

/** Reads the connection and checks its `rev`. @throws Failure `stale` when `rev` is older than the stored one */
async function connectionAt(
  app: App,
  db: Reader,
  access: BucketAccess,
  rev: number | undefined,
): Promise<StoredConnection> {
  const before = await readConnection(db, access)
  if (rev !== undefined && rev !== before.rev) throw stale(await describe(app, db, access))
  return before
}

/**
 * Checks that Vercel accepts a token.
 * @throws Failure `invalid` that names `token`, or `team_id` if the token itself is valid
 */
async function checkToken({ vercel }: App, caller: VercelCaller): Promise<void> {
  const refusedAs = (path: string, message: string) => (reason: unknown) => {
    const isRefused =
      reason instanceof VercelFailure && [400, 401, 403, 404].includes(reason.vercelStatus)
    throw isRefused ? invalid(path, `${path} ${message} (${reason.message})`, 'refused') : reason
  }
  await vercel.checkToken(caller).catch(refusedAs('token', 'must be a token that Vercel accepts'))
  await vercel
    .projects(caller)
    .catch(refusedAs('team_id', 'must be a team whose projects the token sees'))
}

/** Converts the failure of a project that Vercel does not show. @throws Failure `invalid` that names `project_id` */
function unseen(reason: unknown): never {
  if (!(reason instanceof VercelFailure) || ![403, 404].includes(reason.vercelStatus)) throw reason
  const message = 'project_id must be a project on Vercel that the token sees'
  throw invalid('project_id', message, 'reference')
}
