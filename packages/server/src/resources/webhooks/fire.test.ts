import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import {
  batchObjects,
  deleteMedia,
  deleteObject,
  insertMedia,
  insertObject,
  updateMedia as updateMediaByKey,
  updateMetafield,
  updateObject as updateByKey,
} from '@typecase/contract/content-writes'
import { getJob } from '@typecase/contract/jobs'
import { deleteMedia as trashMedia, updateMedia } from '@typecase/contract/media'
import { deleteObjectType } from '@typecase/contract/object-types'
import {
  deleteObjects,
  duplicateObject,
  publishObjects,
  reorderObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { addRelease, publishRelease } from '@typecase/contract/releases'
import { emptyTrash, restoreTrash } from '@typecase/contract/trash'
import { deleteWebhook, updateWebhook, webhookEvents } from '@typecase/contract/webhooks'
import { describe, expect, test } from 'vitest'

import { carryOutPlans } from '../../jobs/planned-changes.ts'
import { writeContent } from '../../content-api/testing/write-content.ts'
import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { addMedia } from '../../testing/media.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { prepareWebhooks } from './webhooks.fixture.ts'

const { bed, clock, slug, add, deliveries } = prepareWebhooks()
const everything = { events: [...webhookEvents] }
const ofMedia = { resource: 'media' as const, events: ['created', 'edited', 'deleted'] as const }

/**
 * Id of the newest delivery that `deliveredEvents` has returned: each call returns those added since, oldest first,
 * such as `created One`.
 */
let seen: string | undefined
async function deliveredEvents(): Promise<readonly string[]> {
  const rows = (await deliveries()).filter(({ id }) => seen === undefined || id > seen)
  seen = rows[0]?.id ?? seen
  return rows.map(({ event, title }) => `${event} ${title}`).toReversed()
}

const post = (title: string, more: object = {}) =>
  addOneObject(bed.server, bed.owner, { type: 'posts', title, status: 'draft', ...more })
const edit = async (object_id: string, data: object) =>
  (await bed.server.send(updateObject, { body: { slug: slug(), object_id, data } }, bed.owner)).ok()
const many = { publishObjects, unpublishObjects, deleteObjects, restoreTrash }
const each = async (what: keyof typeof many, ...object_ids: string[]) =>
  (await bed.server.send(many[what], { body: { slug: slug(), object_ids } }, bed.owner)).ok()
/** Undoes the last change. */
const undo = async () => {
  const query = { slug: slug(), limit: 1 }
  const { change_sets } = (await bed.server.call(listChangeSets, { query }, bed.owner)).ok()
  const body = { slug: slug(), change_set_id: change_sets[0]?.id ?? '' }
  ;(await bed.server.call(undoChangeSet, { body }, bed.owner)).ok()
}

describe('a change of an object', () => {
  test('fires the events that it consists of', async () => {
    await add(everything)
    const { id } = await post('One')
    expect(await deliveredEvents()).toEqual(['created One'])
    await edit(id, { title: 'Two' })
    expect(await deliveredEvents()).toEqual(['edited Two'])
    await each('publishObjects', id)
    expect(await deliveredEvents()).toEqual(['published Two'])
    await edit(id, { title: 'Draft', status: 'draft' })
    expect(await deliveredEvents()).toEqual(['edited Draft'])
    await edit(id, { title: 'Both', status: 'published' })
    expect(await deliveredEvents()).toEqual(['edited Both', 'published Both'])
    await edit(id, { publish_at: null, unpublish_at: clock.now() + 1000, status: 'published' })
    expect(await deliveredEvents()).toEqual(['edited Both'])
    await each('unpublishObjects', id)
    expect(await deliveredEvents()).toEqual(['unpublished Both'])
    await edit(id, { title: 'Both' })
    expect(await deliveredEvents()).toEqual([])
    await each('deleteObjects', id)
    expect(await deliveredEvents()).toEqual(['deleted Both'])
    await each('restoreTrash', id)
    expect(await deliveredEvents()).toEqual(['created Both'])
    await post('Public', { status: 'published' })
    expect(await deliveredEvents()).toEqual(['created Public', 'published Public'])
  })

  test('fires an event if it is an undo, but not if it is a reordering or a purge', async () => {
    await add(everything)
    const [one, two] = [await post('One'), await post('Two')]
    await edit(one.id, { title: 'Other' })
    await deliveredEvents()
    await undo()
    expect(await deliveredEvents()).toEqual(['edited One'])
    const body = { slug: slug(), reorder_id: one.id, after_id: two.id }
    ;(await bed.server.send(reorderObjects, { body }, bed.owner)).ok()
    expect(await deliveredEvents()).toEqual([])
    await each('deleteObjects', one.id)
    await undo()
    expect(await deliveredEvents()).toEqual(['deleted One', 'created One'])
    await each('deleteObjects', one.id)
    ;(await bed.server.send(emptyTrash, { body: { slug: slug() } }, bed.owner)).ok()
    expect(await deliveredEvents()).toEqual(['deleted One'])
  })

  test('fires events if it is a copy, a scheduled publication or a release', async () => {
    await add(everything)
    const { id } = await post('One')
    await deliveredEvents()
    const copy = { slug: slug(), object_id: id }
    ;(await bed.server.send(duplicateObject, { body: copy }, bed.owner)).ok()
    expect((await deliveredEvents())[0]).toMatch(/^created One/)
    await edit(id, { publish_at: clock.now() + 1000 })
    await deliveredEvents()
    clock.advance(2000)
    await carryOutPlans(bed.server.app)
    expect(await deliveredEvents()).toEqual(['published One'])
    const [a, b] = [await post('A'), await post('B')]
    await deliveredEvents()
    const body = { slug: slug(), data: { title: 'R' }, object_ids: [a.id, b.id] }
    const { release } = (await bed.server.call(addRelease, { body }, bed.owner)).ok()
    const input = { slug: slug(), release_id: release.id }
    const { job } = (await bed.server.call(publishRelease, { body: input }, bed.owner)).ok()
    await waitFor(
      async () =>
        (await bed.server.call(getJob, { query: { job_id: job.id } }, bed.owner)).ok().job,
      ({ status }) => status === 'done',
    )
    expect((await deliveredEvents()).toSorted()).toEqual(['published A', 'published B'])
  })

  test('fires an event for each object of a bulk edit or of a deleted type', async () => {
    await addManyObjects(bed.server, bed.owner, 'posts', 300)
    await add({ events: ['edited', 'deleted'] })
    const body = {
      slug: slug(),
      query: { type: 'posts' },
      data: { metadata: { note: { op: 'set', value: 'x' } } },
    }
    const answer = (await bed.server.send(bulkEditObjects, { body }, bed.owner)).ok()
    const { job } = answer as { job?: { id: string } }
    if (job)
      await waitFor(
        async () =>
          (await bed.server.call(getJob, { query: { job_id: job.id } }, bed.owner)).ok().job,
        ({ status }) => status === 'done',
      )
    const counts = async () => {
      const rows = await bed.server.app.db.read
        .selectFrom('webhook_deliveries')
        .select(['event', (eb) => eb.fn.countAll<number>().as('count')])
        .where('bucket_id', '=', bed.owner.bucket.id)
        .groupBy('event')
        .orderBy('event')
        .execute()
      return rows.map(({ event, count }) => `${count} ${event}`)
    }
    expect(await counts()).toEqual(['300 edited'])
    const query = { slug: slug(), type_slug: 'posts' }
    ;(await bed.server.send(deleteObjectType, { query }, bed.owner)).ok()
    expect(await counts()).toEqual(['300 deleted', '300 edited'])
  })

  test('fires nothing if its write fails', async () => {
    await addType(bed.server, bed.owner, 'codes', [{ key: 'code', type: 'text', unique: true }])
    await add(everything)
    const coded = { type: 'codes', title: 'One', metadata: { code: 'x' } }
    await addOneObject(bed.server, bed.owner, coded)
    await deliveredEvents()
    await expect(addOneObject(bed.server, bed.owner, coded)).rejects.toThrow('conflict')
    expect(await deliveredEvents()).toEqual([])
  })
})

describe('the recipients of an event', () => {
  test('are the enabled webhooks for its type and event', async () => {
    await addType(bed.server, bed.owner, 'pages')
    const all = (await add({ title: 'All' })).webhook
    const pages = (await add({ title: 'Pages', object_types: ['pages'] })).webhook
    await add({ title: 'Edits', events: ['edited'] })
    await add({ title: 'Off', is_enabled: false })
    await add({ title: 'Media', ...ofMedia, events: ['created'] })
    await post('One')
    await addOneObject(bed.server, bed.owner, { type: 'pages', title: 'Page' })
    const rows = (await deliveries()).map(({ webhook_id, title }) => [webhook_id, title])
    expect(new Set(rows)).toEqual(
      new Set([
        [all.id, 'One'],
        [all.id, 'Page'],
        [pages.id, 'Page'],
      ]),
    )
  })

  test('are noted in the bucket’s row, which says whether any webhook is enabled', async () => {
    const { read } = bed.server.app.db
    const has = async () =>
      (
        await read
          .selectFrom('buckets')
          .select('has_webhooks')
          .where('id', '=', bed.owner.bucket.id)
          .executeTakeFirst()
      )?.has_webhooks
    expect(await has()).toBe(0)
    const { webhook } = await add()
    expect(await has()).toBe(1)
    const target = { slug: slug(), webhook_id: webhook.id }
    const off = { ...target, data: { is_enabled: false } }
    ;(await bed.server.call(updateWebhook, { body: off }, bed.owner)).ok()
    expect(await has()).toBe(0)
    const on = { ...target, data: { is_enabled: true } }
    ;(await bed.server.call(updateWebhook, { body: on }, bed.owner)).ok()
    expect(await has()).toBe(1)
    ;(await bed.server.call(deleteWebhook, { query: target }, bed.owner)).ok()
    expect(await has()).toBe(0)
  })
})

describe('a change of media', () => {
  test('fires events when media are uploaded, edited, deleted and restored', async () => {
    await add({ ...ofMedia, events: [...ofMedia.events] })
    const file = Buffer.from('notes')
    const form = new FormData()
    form.set('media', new Blob([file]), 'notes.txt')
    form.set('trigger_webhook', 'true')
    const { id } = await insertByKey(form)
    expect(await deliveredEvents()).toEqual(['created notes.txt'])
    const body = { slug: slug(), media_id: id, data: { title: 'Notes' } }
    ;(await bed.server.send(updateMedia, { body }, bed.owner)).ok()
    expect(await deliveredEvents()).toEqual(['edited notes.txt'])
    await undo()
    expect(await deliveredEvents()).toEqual(['edited Notes'])
    const request = { slug: slug(), media_ids: [id] }
    ;(await bed.server.send(trashMedia, { body: request }, bed.owner)).ok()
    await undo()
    expect(await deliveredEvents()).toEqual(['deleted notes.txt', 'created notes.txt'])
  })

  test('with a bucket key fires events only if the call asks for it', async () => {
    await add({ ...ofMedia, events: [...ofMedia.events] })
    const [quiet = '', loud = ''] = await addMedia(bed.server, bed.owner, [
      { title: 'Quiet' },
      { title: 'Loud' },
    ])
    const write = async (endpoint: Parameters<typeof writeContent>[2], input: object) =>
      (await writeContent(bed.server, bed.owner, endpoint, input)).ok()
    const data = { alt_text: 'x' }
    await write(updateMediaByKey, { params: { id: quiet }, body: data })
    await write(updateMediaByKey, {
      params: { id: loud },
      body: { ...data, trigger_webhook: true },
    })
    await write(deleteMedia, { params: { id: quiet } })
    await write(deleteMedia, { params: { id: loud }, query: { trigger_webhook: 'true' } })
    expect(await deliveredEvents()).toEqual(['edited Loud', 'deleted Loud'])
  })

  async function insertByKey(form: FormData): Promise<{ id: string }> {
    const response = new Response(form)
    const { write_key } = bed.owner.bucket.api_access
    const answer = await bed.server.http.inject({
      method: 'POST',
      url: `/v3/buckets/${slug()}${insertMedia.path}`,
      headers: {
        authorization: `Bearer ${write_key}`,
        'content-type': response.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await response.arrayBuffer()),
    })
    return answer.json<{ media: { id: string } }>().media
  }
})

test('a change of an object with a bucket key fires events only if the call asks for it', async () => {
  await add(everything)
  const write = async (endpoint: Parameters<typeof writeContent>[2], input: object) =>
    (await writeContent(bed.server, bed.owner, endpoint, input)).ok()
  const on = { trigger_webhook: true }
  const draft = { type: 'posts', status: 'draft' }
  const { object } = (await write(insertObject, { body: { ...draft, title: 'Quiet' } })) as {
    object: { id: string }
  }
  const params = { id: object.id }
  await write(updateByKey, { params, body: { title: 'Still quiet', trigger_webhook: 'false' } })
  await write(deleteObject, { params })
  expect(await deliveredEvents()).toEqual([])
  const loud = (await write(insertObject, { body: { ...draft, title: 'Loud', ...on } })) as {
    object: { id: string }
  }
  const at = { id: loud.object.id }
  await write(updateByKey, { params: at, body: { title: 'Louder', trigger_webhook: 'true' } })
  await write(updateMetafield, { params: { ...at, key: 'note' }, body: { value: 'x', ...on } })
  await write(deleteObject, { params: at, query: { trigger_webhook: 'true' } })
  expect(await deliveredEvents()).toEqual([
    'created Loud',
    'edited Louder',
    'edited Louder',
    'deleted Louder',
  ])
  const operations = [
    { method: 'add', object: { ...draft, title: 'One' }, ...on },
    { method: 'add', object: { ...draft, title: 'Two' } },
  ]
  await write(batchObjects, { body: { operations } })
  expect(await deliveredEvents()).toEqual(['created One'])
  await write(batchObjects, { body: { operations, ...on } })
  expect((await deliveredEvents()).length).toBe(2)
})
