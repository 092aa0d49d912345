import { newId } from '@typecase/contract/ids'
import { exportBucket, getExport } from '@typecase/contract/import-export'
import { beginUpload } from '@typecase/contract/media-upload'
import { deleteObjects } from '@typecase/contract/objects'
import { addRelease } from '@typecase/contract/releases'
import { addSharedLink, openSharedLink } from '@typecase/contract/shared-links'
import { deleteWebhook } from '@typecase/contract/webhooks'
import { addMedia } from '@typecase/server/testing/media'
import { zipOf } from '@typecase/server/resources/import-export/testing/export-bucket'
import { addOneObject } from '@typecase/server/testing/content'
import { filesOf, manifestOf } from '@typecase/server/testing/extensions'
import { sendForm } from '@typecase/server/testing/uploads'
import { waitFor } from '@typecase/server/testing/wait-for'

import { addOneWebhook } from '../../tests/faults/tenant-with-webhook.ts'
import type { ExampleInputs } from './example-input.ts'
import type { Fixture } from './fixture.ts'

/** Adds a post that no other example uses. */
const addPost = async ({ server, owner, tenant }: Fixture, title: string): Promise<string> =>
  (await addOneObject(server, owner, { type: tenant.typeSlug, title })).id

const bodyOf = (tenant: { slug: string }, data: object) => ({ body: { slug: tenant.slug, data } })

const inDays = ({ app: { clock } }: Fixture['server'], days: number): string =>
  new Date(clock.now() + days * 86_400_000).toISOString()

/** Adds a link to a post. @returns the last part of its address */
async function addLink({ server, owner, tenant }: Fixture): Promise<string> {
  const data = { title: 'For Kim', expires_at: inDays(server, 1), takes_comments: true }
  const body = { slug: tenant.slug, object_ids: [tenant.objectId], data }
  const { link } = (await server.call(addSharedLink, { body }, owner)).ok()
  return link.path.split('/').at(-1) ?? ''
}

const planOf = (id: string) => ({
  command: 'objects.publish',
  args: { scope: { kind: 'ids', ids: [id] } },
  title: 'Publish 1 object',
  summary: { total: 1, can_be_undone: true },
})

/** Inputs for buckets and their contents. */
export const dashboardInputs: ExampleInputs = {
  'objects.list': ({ tenant: { slug } }) => ({
    query: { slug, query: { type: 'posts' }, sort: '-modified_at', limit: 2 },
  }),
  'objects.search': ({ tenant: { slug } }) => ({ query: { slug, q: 'harbour' } }),
  'objects.searchBuckets': ({ tenant: { slug } }) => ({ query: { slug, q: 'harbour' } }),
  'objects.add': ({ tenant }) =>
    bodyOf(tenant, { type: 'posts', title: 'Lamp oil', metadata: { text: 'Whale, colza.' } }),
  'objects.update': ({ tenant: { slug, objectId: object_id } }) => ({
    body: { slug, object_id, data: { metadata: { text: 'The boats come in at seven.' } } },
  }),
  'objects.updateMany': ({ tenant: { slug, objectId: object_id } }) => ({
    body: { slug, updates: [{ object_id, data: { title: 'The harbour' } }] },
  }),
  'objects.searchAndReplace': ({ tenant: { slug } }) => ({
    body: { slug, find: 'harbour', replace: 'port', dry_run: true },
  }),
  'objects.reorder': async (fixture) => {
    const { slug, objectId: before_id } = fixture.tenant
    return { body: { slug, reorder_id: await addPost(fixture, 'Wicks'), before_id } }
  },
  'sharedLinks.add': ({ server, tenant: { slug, objectId } }) => ({
    body: {
      slug,
      object_ids: [objectId],
      data: { title: 'For Kim', expires_at: inDays(server, 7), takes_comments: true },
    },
  }),
  'sharedLinks.open': async (fixture) => ({ body: { link: await addLink(fixture) } }),
  'sharedLinks.comment': async (fixture) => {
    const link = await addLink(fixture)
    const { token } = (await fixture.server.call(openSharedLink, { body: { link } })).ok()
    const guest = { name: 'Kim', email: 'kim@example.com', text: 'Is this final?' }
    return { body: { link, token, object_id: fixture.tenant.objectId, ...guest } }
  },
  'assistantPlans.add': ({ tenant: { slug, objectId } }) => ({
    body: { slug, data: planOf(objectId) },
  }),
  'assistantPlans.update': ({ tenant: { slug, planId: plan_id } }) => ({
    body: { slug, plan_id, state: 'running' },
  }),
  'objectTypes.add': ({ tenant }) =>
    bodyOf(tenant, {
      title: 'Authors',
      singular: 'Author',
      metafields: [{ key: 'bio', title: 'Bio', type: 'textarea' }],
    }),
  'media.update': ({ tenant: { slug, mediaId: media_id } }) => ({
    body: { slug, media_id, data: { title: 'The harbour', alt_text: 'Boats in the harbour' } },
  }),
  'media.searchAndReplace': ({ tenant: { slug } }) => ({
    body: { slug, find: 'harbour', replace: 'port', dry_run: true },
  }),
  'media.restoreVersion': async ({ server, owner, tenant, png }) => {
    const { slug, mediaId: media_id } = tenant
    const url = `/v3/buckets/${slug}/media-upload/replace/${media_id}`
    const file = { bytes: png, name: 'pier.png' }
    const { json } = await sendForm(server, url, owner.token, [['files', file]])
    return { body: { slug, media_id, change_set_id: json['change_set_id'] } }
  },
  'media.upload': ({ tenant: { slug }, png }) => ({
    params: { slug },
    form: { files: { name: 'pier.png', bytes: png }, alt_text: 'A pier in four colours' },
  }),
  'media.uploadPicture': ({ png }) => ({ form: { files: { name: 'portrait.png', bytes: png } } }),
  'media.replaceFile': ({ tenant: { slug, mediaId: media_id }, png }) => ({
    params: { slug, media_id },
    form: { files: { name: 'pier.png', bytes: png } },
  }),
  'mediaUploads.begin': ({ tenant: { slug } }) => ({ params: { slug }, headers: beginning }),
  'mediaUploads.state': async (fixture) => ({ params: await uploadIn(fixture) }),
  'mediaUploads.continue': async (fixture) => ({
    params: await uploadIn(fixture),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    file: { name: 'notes.txt', bytes: Buffer.from(NOTES) },
  }),
  'mediaUploads.cancel': async (fixture) => ({
    params: await uploadIn(fixture),
    headers: { 'tus-resumable': '1.0.0' },
  }),
  'trash.get': async (fixture) => {
    const { server, owner, tenant } = fixture
    const { slug } = tenant
    const object_id = await addPost(fixture, 'Wicks')
    const body = { slug, object_ids: [object_id] }
    ;(await server.call(deleteObjects, { body }, owner)).ok()
    return { query: { slug, object_id } }
  },
  'comments.add': ({ tenant: { slug, objectId: object_id } }) => ({
    body: { slug, object_id, text: 'Is six o’clock right?' },
  }),
  'releases.publish': async (fixture) => {
    const { server, owner, tenant } = fixture
    const { slug } = tenant
    const data = { title: 'Summer' }
    const body = { slug, data, object_ids: [await addPost(fixture, 'Wicks')] }
    const { release } = (await server.call(addRelease, { body }, owner)).ok()
    return { body: { slug, release_id: release.id } }
  },
  'jobs.cancel': async (fixture) => ({ body: { job_id: await addWaitingJob(fixture) } }),
  'deployments.connect': ({ owner, tenant: { slug } }) => ({
    // This token can see the project that a later example links.
    body: { slug, token: `vercel-${owner.bucket.id}` },
  }),
  // Buckets that other pages have deleted are erased in the background, so these numbers vary.
  'staff.projects': () => ({ query: { limit: 1 }, measured: ['total'] }),
  'staff.jobs': () => ({ query: { limit: 1 }, measured: ['total'] }),
  'staff.storage': () => ({ query: { limit: 1 }, measured: ['bytes', 'total'] }),
  'webhooks.test': ({ tenant: { slug, webhookId: webhook_id } }) => ({
    body: { slug, webhook_id },
    measured: ['duration'],
  }),
  'webhooks.restore': async ({ server, owner, tenant }) => {
    const { webhookId: webhook_id } = await addOneWebhook(server, owner)
    const about = { slug: tenant.slug, webhook_id }
    ;(await server.call(deleteWebhook, { query: about }, owner)).ok()
    return { body: about }
  },
  'importExport.importBucket': ({ tenant: { slug } }) => ({
    params: { slug },
    form: {
      import_file: {
        name: 'posts.csv',
        bytes: Buffer.from('title,text\nLamp oil,"Whale, colza"\n'),
      },
      import_mode: 'merge',
      mapping: JSON.stringify({ format: 'csv', object_type: 'posts', columns: COLUMNS }),
    },
  }),
  'importExport.getExport': async ({ server, owner, tenant: { slug } }) => {
    const start = { params: { slug }, body: {} }
    const { job } = (await server.call(exportBucket, start, owner)).ok()
    const params = { slug, job_id: job.id }
    await waitFor(
      () => server.call(getExport, { params }, owner),
      ({ status }) => status === 200,
    )
    return { params, measured: ['size'] }
  },
  'importExport.fetchMedia': async ({ server, owner, tenant: { slug } }) => {
    await addMedia(server, owner, [{ location: 'https://old-site.example/images' }])
    return { params: { slug }, body: {} }
  },
  'importExport.getFile': () => ({ params: { signature: 'SIGNATURE', name: 'my-blog.zip' } }),
  'marketplace.publish': async ({ tenant: { workspaceId: workspace_id } }) => ({
    query: { workspace_id },
    form: {
      files: {
        name: 'stamps.zip',
        bytes: await zipOf(Object.entries(filesOf(manifestOf({ id: 'stamps-of-the-harbour' })))),
      },
    },
  }),
}

const COLUMNS = [
  { from: 'title', to: 'title' },
  { from: 'text', to: 'metadata.text' },
]
const NOTES = 'Six boats.'
const beginning = {
  'tus-resumable': '1.0.0',
  'upload-length': String(NOTES.length),
  'upload-metadata': `filename ${btoa('notes.txt')}`,
}

async function uploadIn({ server, owner, tenant: { slug } }: Fixture) {
  const caller = { ...owner, headers: beginning }
  const { upload_id } = (await server.call(beginUpload, { params: { slug } }, caller)).ok()
  return { slug, upload_id }
}

/** Adds a job that has not started. */
async function addWaitingJob({ server: { app }, owner }: Fixture): Promise<string> {
  const job = {
    id: newId(),
    bucket_id: owner.bucket.id,
    kind: 'publish',
    title: 'Publish 200 objects',
    status: 'queued' as const,
    payload: '{}',
    cursor: null,
    result: null,
    change_set_id: null,
    run_at: app.clock.now() + 3_600_000,
    lease_until: null,
    lease_token: null,
    created_by: null,
    created_at: app.clock.iso(),
    finished_at: null,
  }
  await app.db.write(({ db }) => db.insertInto('jobs').values(job).execute(), 'serializable')
  return job.id
}
