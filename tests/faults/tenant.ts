import { updateBucket } from '@typecase/contract/buckets'
import { addComment } from '@typecase/contract/comments'
import { newId } from '@typecase/contract/ids'
import { addInvite } from '@typecase/contract/invites'
import { addMacro } from '@typecase/contract/macros'
import { publishObjects } from '@typecase/contract/objects'
import { moveProject } from '@typecase/contract/projects'
import { addRelease } from '@typecase/contract/releases'
import { addRepository } from '@typecase/contract/repositories'
import { addPlan } from '@typecase/contract/assistant-plans'
import { addSharedLink } from '@typecase/contract/shared-links'
import { addSmartView } from '@typecase/contract/smart-views'
import { addOneObject, addType } from '@typecase/server/testing/content'
import { install, publish } from '@typecase/server/testing/extensions'
import { codeIn, mailTo } from '@typecase/server/testing/outbox'
import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  joinProject,
  joinWorkspace,
  type Owner,
} from '@typecase/server/testing/people'
import type { TestServer } from '@typecase/server/testing/test-server'
import type { TestVercel } from '@typecase/server/testing/vercel-server'

import { addOneBackup } from './tenant-with-backup.ts'
import { linkProject } from './tenant-on-vercel.ts'
import { addOneWebhook } from './tenant-with-webhook.ts'

/** Everything that belongs to one tenant, as targets of calls. */
export interface Tenant {
  ownerId: string
  slug: string
  projectId: string
  objectId: string
  typeSlug: string
  folderSlug: string
  revisionId: string
  changeSetId: string
  jobId: string
  macroId: string
  smartViewId: string
  releaseId: string
  sharedLinkId: string
  planId: string
  repositoryId: string
  /** An extension of the workspace, installed in the bucket. */
  extensionId: string
  vercelProjectId: string
  webhookId: string
  deliveryId: string
  backupId: string
  mediaId: string
  commentId: string
  workspaceId: string
  /** A `user` of the project and of the workspace. */
  memberId: string
  inviteId: string
  /** The code of that invitation's link. */
  inviteCode: string
}

/**
 * Creates a tenant that has something of each kind, with its owner.
 * @param vercel gets the project that the tenant links
 */
export async function makeTenant(
  server: TestServer,
  vercel?: TestVercel,
): Promise<{ owner: Owner; tenant: Tenant }> {
  const owner = await addOwner(server)
  const { slug } = owner.bucket
  const locales = { slug, data: { locales: ['en', 'de', 'fr'] } }
  ;(await server.call(updateBucket, { body: locales }, owner)).ok()
  await addType(server, owner, 'posts', [{ key: 'text', type: 'text' }], { localization: true })
  const { id: objectId } = await addOneObject(server, owner, { type: 'posts', title: 'Post' })
  const publish = { slug, object_ids: [objectId] }
  ;(await server.call(publishObjects, { body: publish }, owner)).ok()

  const { read } = server.app.db
  const byBucket = ['bucket_id', '=', owner.bucket.id] as const
  const changeSet = await read
    .selectFrom('change_sets')
    .select('id')
    .where(...byBucket)
    .executeTakeFirstOrThrow()
  const revision = await read
    .selectFrom('revisions')
    .select('id')
    .where(...byBucket)
    .executeTakeFirstOrThrow()
  const tenant = {
    ...missingTenant(),
    ownerId: owner.id,
    slug,
    projectId: owner.project.id,
    objectId,
    typeSlug: 'posts',
    folderSlug: await addFolder(server, owner),
    revisionId: revision.id,
    changeSetId: changeSet.id,
    jobId: await addJob(server, owner),
    macroId: await addSharedMacro(server, owner),
    smartViewId: await addSharedView(server, owner),
    releaseId: await addOneRelease(server, owner, objectId),
    sharedLinkId: await addOneSharedLink(server, owner, objectId),
    planId: await addOnePlan(server, owner),
    repositoryId: await addOneRepository(server, owner),
    vercelProjectId: await linkProject(server, owner, vercel),
    ...(await addOneWebhook(server, owner)),
    backupId: await addOneBackup(server, owner),
    mediaId: await addMedia(server, owner),
    commentId: await addOneComment(server, owner, objectId),
    ...(await addTeam(server, owner)),
  }
  await addExtension(server, owner, tenant)
  return { owner, tenant }
}

async function addOneSharedLink(server: TestServer, owner: Owner, object_id: string) {
  const data = { title: 'For a guest', expires_at: server.app.clock.now() + 86_400_000 }
  const body = { slug: owner.bucket.slug, object_ids: [object_id], data }
  return (await server.call(addSharedLink, { body }, owner)).ok().link.id
}

async function addOnePlan(server: TestServer, owner: Owner) {
  const data = { command: 'objects.publish', args: {}, title: 'Publish 1 object', summary: {} }
  const body = { slug: owner.bucket.slug, data }
  return (await server.call(addPlan, { body }, owner)).ok().plan.id
}

/** Returns a tenant that does not exist. */
export const missingTenant = (): Tenant => ({
  ownerId: newId(),
  slug: `missing-${newId()}`,
  projectId: newId(),
  objectId: newId(),
  typeSlug: 'missing',
  folderSlug: 'missing',
  revisionId: newId(),
  changeSetId: newId(),
  jobId: newId(),
  macroId: newId(),
  smartViewId: newId(),
  releaseId: newId(),
  sharedLinkId: newId(),
  planId: newId(),
  repositoryId: newId(),
  extensionId: `extension-${newId()}`,
  vercelProjectId: `prj_${newId()}`,
  webhookId: newId(),
  deliveryId: newId(),
  backupId: newId(),
  mediaId: newId(),
  commentId: newId(),
  workspaceId: newId(),
  memberId: newId(),
  inviteId: newId(),
  inviteCode: 'missing',
})

/** Adds the project to a workspace, with a member of both, and an invitation. */
async function addTeam(server: TestServer, owner: Owner) {
  const workspace = await addWorkspaceOf(server, owner)
  const move = { project_id: owner.project.id, workspace_id: workspace.id }
  ;(await server.call(moveProject, { body: move }, owner)).ok()
  const member = await addPerson(server)
  await joinProject(server, member, owner, 'user')
  await joinWorkspace(server, member, workspace, 'user')
  const email = `invited-${owner.id}@example.org`
  const body = { resource: 'project' as const, resource_id: owner.project.id, email }
  const { invite } = (
    await server.call(addInvite, { body: { ...body, role: 'user' as const } }, owner)
  ).ok()
  const inviteCode = codeIn(await mailTo(server, email))
  return { workspaceId: workspace.id, memberId: member.id, inviteId: invite.id, inviteCode }
}

/** Adds a folder of object types and a media folder with the same slug. */
async function addFolder({ app }: TestServer, { bucket }: Owner): Promise<string> {
  const folder = { bucket_id: bucket.id, slug: 'folder', title: 'Folder', emoji: '', rank: 1 }
  const { slug, title, emoji } = folder
  await app.db.write(async ({ db }) => {
    await db.insertInto('object_type_folders').values(folder).execute()
    await db
      .updateTable('buckets')
      .set({ media_folders: JSON.stringify([{ slug, title, emoji }]) })
      .where('id', '=', bucket.id)
      .execute()
  }, 'serializable')
  return folder.slug
}

/** Adds a finished job, so that nothing runs during the tests. */
async function addJob({ app }: TestServer, { bucket }: Owner): Promise<string> {
  const job = {
    id: newId(),
    bucket_id: bucket.id,
    kind: 'publish',
    title: 'Publish 200 objects',
    status: 'done' as const,
    payload: '{}',
    cursor: null,
    result: null,
    change_set_id: null,
    run_at: app.clock.now(),
    lease_until: null,
    lease_token: null,
    created_by: null,
    created_at: app.clock.iso(),
    finished_at: app.clock.iso(),
  }
  await app.db.write(({ db }) => db.insertInto('jobs').values(job).execute(), 'serializable')
  return job.id
}

async function addOneComment(server: TestServer, owner: Owner, object_id: string) {
  const body = { slug: owner.bucket.slug, object_id, text: 'Text' }
  return (await server.call(addComment, { body }, owner)).ok().comment.id
}

/** Adds a macro that other people of the project see. */
async function addSharedMacro(server: TestServer, owner: Owner): Promise<string> {
  const steps = [{ call: 'objects.publishByIds' as const, body: {} }]
  const body = { slug: owner.bucket.slug, data: { title: 'Publish', steps, is_shared: true } }
  return (await server.call(addMacro, { body }, owner)).ok().macro.id
}

/** Adds a smart view that other people of the bucket see. */
async function addSharedView(server: TestServer, owner: Owner): Promise<string> {
  const data = { title: 'Posts', query_string: 'query={"type":"posts"}', is_shared: true }
  const body = { slug: owner.bucket.slug, data }
  return (await server.call(addSmartView, { body }, owner)).ok().smart_view.id
}

async function addOneRelease(server: TestServer, owner: Owner, objectId: string) {
  const body = { slug: owner.bucket.slug, data: { title: 'Spring' }, object_ids: [objectId] }
  return (await server.call(addRelease, { body }, owner)).ok().release.id
}

async function addOneRepository(server: TestServer, { bucket, token }: Owner) {
  const body = { data: { url: 'https://github.com/lamp/site', branches: [{ name: 'next' }] } }
  const query = { slug: bucket.slug }
  return (await server.call(addRepository, { query, body }, { token })).ok().repository.id
}

async function addMedia({ app }: TestServer, { bucket }: Owner): Promise<string> {
  const now = app.clock.iso()
  const id = newId()
  const row = {
    id,
    bucket_id: bucket.id,
    name: `${id}.png`,
    original_name: 'a.png',
    type: 'image/png',
    created_at: now,
    modified_at: now,
  }
  // The table's types belong to the resource that writes it.
  await app.db.write(
    ({ db }) =>
      db
        .insertInto('media' as never)
        .values(row as never)
        .execute(),
    'serializable',
  )
  return id
}

async function addExtension(
  server: TestServer,
  owner: Owner,
  { workspaceId, extensionId: id }: Tenant,
): Promise<void> {
  const { manifest } = await publish(server, owner, workspaceId, { id })
  await install(server, owner, manifest)
}
