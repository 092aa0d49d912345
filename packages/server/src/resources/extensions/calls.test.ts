import { listAudit } from '@typecase/contract/audit'
import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import type { Endpoint } from '@typecase/contract/endpoint'
import type { ExtensionPermission } from '@typecase/contract/extension-manifest'
import {
  getExtensionValues,
  uninstallExtension,
  updateExtension,
  updateExtensionValues,
} from '@typecase/contract/extensions'
import { getJob } from '@typecase/contract/jobs'
import { getMedia, listMedia } from '@typecase/contract/media'
import {
  getObject,
  listObjects,
  objectTitles,
  searchObjects,
  updateObjects,
} from '@typecase/contract/objects'
import { EXTENSION_HEADER } from '@typecase/contract/product'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { pathsOf } from '../../http/mount.ts'
import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { install, publish } from '../../testing/extensions.ts'
import { addMedia } from '../../testing/media.ts'
import { addOwner, addPerson, addWorkspaceOf, join, type Owner } from '../../testing/people.ts'
import { type RawInput, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

let server: TestServer
let owner: Owner
let workspaceId: string
let objectId: string
let mediaId: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  workspaceId = (await addWorkspaceOf(server, owner)).id
  await addType(server, owner, 'posts')
  objectId = (await addOneObject(server, owner, { type: 'posts', title: 'Post' })).id
  mediaId = (await addMedia(server, owner, [{}]))[0] ?? ''
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug

/** Returns an id that no other test uses. */
let count = 0
const newId = () => `caller-${(count += 1)}`

/** Installs an extension with these permissions. @returns its id */
async function extensionWith(...permissions: ExtensionPermission[]): Promise<string> {
  const id = newId()
  const { manifest } = await publish(server, owner, workspaceId, { id, permissions })
  await install(server, owner, manifest)
  return id
}

const through = (extension: string, { token }: { token?: string } = owner) => ({
  ...(token !== undefined && { token }),
  headers: { [EXTENSION_HEADER]: extension },
})
const update = (title = 'New') => ({ object_id: objectId, data: { title } })

/** Lists the calls that an extension may make, with their permissions. */
const callsFor = (id: string): [Endpoint, ExtensionPermission | null, RawInput][] => [
  [listObjects, 'objects:read', { query: { slug: slug() } }],
  [getObject, 'objects:read', { query: { slug: slug(), object_id: objectId } }],
  [objectTitles, 'objects:read', { query: { slug: slug() } }],
  [searchObjects, 'objects:read', { query: { slug: slug(), q: 'post' } }],
  [updateObjects, 'objects:write', { body: { slug: slug(), updates: [update()] } }],
  [updateObjects, 'objects:write', { body: { slug: slug(), updates: [update()], dry_run: true } }],
  [listMedia, 'media:read', { query: { slug: slug() } }],
  [getMedia, 'media:read', { query: { slug: slug(), media_id: mediaId } }],
  [getExtensionValues, null, { query: { slug: slug(), extension_id: id } }],
  [updateExtensionValues, null, { body: { slug: slug(), extension_id: id, data: { a: 1 } } }],
]

/** Returns the status codes of all these calls, made through an extension. */
async function statusesOf(id: string): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  for (const [endpoint, , input] of callsFor(id)) {
    const { status } = await server.send(endpoint, input, through(id))
    statuses[`${endpoint.id}${JSON.stringify(input).includes('dry_run') ? ' dry' : ''}`] = status
  }
  return statuses
}

test.each<[ExtensionPermission[]]>([
  [[]],
  [['objects:read']],
  [['objects:read', 'objects:write']],
  [['media:read']],
  [['objects:read', 'objects:write', 'media:read']],
])(
  'an extension with the permissions %j can make only the calls that these allow',
  async (permissions) => {
    const id = await extensionWith(...permissions)
    const expected = callsFor(id).map(([endpoint, needs, input]) => [
      `${endpoint.id}${JSON.stringify(input).includes('dry_run') ? ' dry' : ''}`,
      needs === null || permissions.includes(needs) ? 200 : 403,
    ])
    expect(await statusesOf(id)).toEqual(Object.fromEntries(expected))
  },
)

test('every other endpoint of the contract returns 403 to an extension', async () => {
  const id = await extensionWith('objects:read', 'objects:write', 'media:read')
  const allowed = new Set([...callsFor(id).map(([endpoint]) => endpoint.id), getJob.id])
  const others = server.http.mountedEndpoints.filter((endpoint) => !allowed.has(endpoint.id))
  expect(others.length).toBeGreaterThan(150)
  const wrong: string[] = []
  for (const endpoint of others) {
    for (const path of pathsOf(endpoint)) {
      for (const authorization of [`Bearer ${owner.token}`, '']) {
        const { statusCode, body } = await server.http.inject({
          method: endpoint.method,
          url: path.replaceAll(/:\w+/g, 'x'),
          headers: { [EXTENSION_HEADER]: id, ...(authorization && { authorization }) },
        })
        if (statusCode !== 403) wrong.push(`${endpoint.method} ${path}: ${statusCode} ${body}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

describe('a call by an extension', () => {
  const refused = async (id: string, as = through(id)) =>
    (await server.send(listObjects, { query: { slug: slug() } }, as)).status

  test('returns 403 when the extension is unknown or its id is malformed', async () => {
    for (const id of ['nothing', '', 'A B', "' OR 1=1", 'x'.repeat(5000)])
      expect(await refused(id)).toBe(403)
  })

  test('returns 401 without a session', async () => {
    expect(await refused(await extensionWith('objects:read'), through('x', {}))).toBe(401)
  })

  test('returns 403 when the extension is installed in another bucket, switched off, or uninstalled', async () => {
    const id = await extensionWith('objects:read')
    const body = { slug: slug(), extension_id: id }
    const stranger = await addOwner(server)
    const theirs = { query: { slug: stranger.bucket.slug } }
    expect((await server.send(listObjects, theirs, through(id, stranger))).status).toBe(403)
    expect(await refused(id)).toBe(200)
    ;(await server.call(updateExtension, { body: { ...body, is_enabled: false } }, owner)).ok()
    expect(await refused(id)).toBe(403)
    ;(await server.call(updateExtension, { body: { ...body, is_enabled: true } }, owner)).ok()
    expect(await refused(id)).toBe(200)
    ;(await server.call(uninstallExtension, { body }, owner)).ok()
    expect(await refused(id)).toBe(403)
  })

  test('returns 404 for a bucket that its user cannot see', async () => {
    const id = await extensionWith('objects:read')
    expect(await refused(id, through(id, await addOwner(server)))).toBe(404)
  })

  test('does not change an object that its user may not change', async () => {
    const id = await extensionWith('objects:read', 'objects:write')
    const contributor = await addPerson(server)
    await join(server, contributor, owner, 'contributor')
    const answer = await server.send(
      updateObjects,
      { body: { slug: slug(), updates: [update()] } },
      through(id, contributor),
    )
    expect(answer.ok()).toMatchObject({ modified: 0, failed: [{ object_id: objectId }] })
  })

  test('returns 403 for the values of another extension', async () => {
    const [one, other] = [await extensionWith(), await extensionWith()]
    const about = { slug: slug(), extension_id: other }
    for (const { status } of [
      await server.send(getExtensionValues, { query: about }, through(one)),
      await server.send(updateExtensionValues, { body: { ...about, data: {} } }, through(one)),
    ])
      expect(status).toBe(403)
  })
})

test('change sets, also those of jobs, and the audit log name the extension that made the change', async () => {
  const id = await extensionWith('objects:read', 'objects:write')
  const send = (updates: object[], more: object = {}) =>
    server.send(updateObjects, { body: { slug: slug(), updates, ...more } }, through(id))
  await send([update('Dry')], { dry_run: true })
  const { change_set_id } = (await send([update('By it')])).ok() as { change_set_id: string }
  const changeSet = await server.call(
    getChangeSet,
    { query: { slug: slug(), change_set_id } },
    owner,
  )
  expect(changeSet.ok().change_set).toMatchObject({ extension: id, created_by: owner.id })

  const ids = await addManyObjects(server, owner, 'posts', 101)
  const { job } = (
    await send(ids.map((object_id, n) => ({ object_id, data: { title: `Row ${n}` } })))
  ).ok() as { job: { id: string } }
  const jobNow = async () =>
    (await server.call(getJob, { query: { job_id: job.id } }, through(id))).ok().job
  const ended = await waitFor(jobNow, ({ status }) => status === 'done')
  expect(ended.failed).toBe(0)
  const response = await server.call(
    updateObjects,
    { body: { slug: slug(), updates: [update()] } },
    owner,
  )
  response.ok()
  const undo = { slug: slug(), change_set_id }
  ;(await server.send(undoChangeSet, { body: undo }, owner)).ok()

  const { change_sets } = (
    await server.call(listChangeSets, { query: { slug: slug(), limit: 4 } }, owner)
  ).ok()
  expect(change_sets.map(({ kind, extension }) => [kind, extension])).toContainEqual([
    'updateMany',
    null,
  ])
  expect(change_sets.find((one) => one.id === ended.change_set_id)?.extension).toBe(id)

  const query = { project_id: owner.project.id, kind: 'bucket.extension_write' }
  const { entries } = (await server.call(listAudit, { query }, owner)).ok()
  expect(entries).toMatchObject([
    { user: { id: owner.id }, subject: { title: id }, details: { objects: 101 } },
    { user: { id: owner.id }, subject: { title: id }, details: { objects: 1 } },
  ])
})

test('a job of another kind returns 404 to an extension, and 403 to one without write permission', async () => {
  const id = await extensionWith('objects:read', 'objects:write')
  const { openBucketForJob } = await import('../buckets/bucket-access.ts')
  const access = openBucketForJob(owner.bucket.id, slug(), owner.id)
  const job = await server.app.db.write(
    (write) =>
      server.app.jobs.enqueue(write, access, {
        kind: 'test.other',
        title: 'Other',
        payload: null,
        total: 1,
      }),
    'serializable',
  )
  const get = (as: object) => server.send(getJob, { query: { job_id: job.id } }, as)
  expect((await get(owner)).status).toBe(200)
  expect((await get(through(id))).status).toBe(404)
  expect((await get(through(await extensionWith('objects:read')))).status).toBe(403)
})
