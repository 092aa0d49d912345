import type { ServerResponse } from 'node:http'

import {
  deleteObjects,
  publishObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { emptyTrash } from '@typecase/contract/trash'
import {
  deleteWebhook,
  listDeliveries,
  MAX_DELIVERIES,
  MAX_PAYLOAD,
  redeliver,
  rotateWebhookSecret,
  updateWebhook,
} from '@typecase/contract/webhooks'
import { newId } from '@typecase/contract/ids'
import { describe, expect, test } from 'vitest'

import { deleteExpired } from '../../jobs/clearing.ts'
import { signInAgain } from '../../testing/billing.ts'
import { addOneObject } from '../../testing/content.ts'
import { addMedia } from '../../testing/media.ts'
import { mailsOf } from '../../testing/outbox.ts'
import { addOwner } from '../../testing/people.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { bodyOf } from '../../testing/webhook-receiver.ts'
import { WAITS } from './deliveries.ts'
import { isSignedBy, prepareWebhooks } from './webhooks.fixture.ts'

const { bed, clock, slug, add, get, deliveries, delivery, received, all } = prepareWebhooks()
const HOUR = 3600 * 1000
const DAY = 24 * HOUR

const post = (title: string, more: object = {}) =>
  addOneObject(bed.server, bed.owner, { type: 'posts', title, ...more })
const change = async (object_id: string, data: object) =>
  (await bed.server.send(updateObject, { body: { slug: slug(), object_id, data } }, bed.owner)).ok()
const answer = (status: number) => {
  bed.receiver.answer = (response) => response.writeHead(status).end(`${status}`)
}
const again = async (...ids: string[]) =>
  (await bed.server.call(redeliver, { body: { slug: slug(), ids } }, bed.owner)).ok()

describe('a delivery', () => {
  test('contains the object as the content API returns it, a signature and custom headers', async () => {
    const { secret } = await add({ headers: [{ key: 'X-Secret', value: 'shared' }] })
    const object = await post('One', { metadata: { note: 'hello' } })
    const [one] = await received(1)
    if (!one) throw new Error('nothing came')
    const [row] = await all('delivered')
    expect(bodyOf(one)).toEqual({
      id: row?.id,
      resource: 'objects',
      event: 'created',
      triggered_at: clock.now(),
      rev: 1,
      data: {
        object: expect.objectContaining({
          id: object.id,
          bucket: bed.owner.bucket.id,
          type: 'posts',
          slug: 'one',
          title: 'One',
          status: 'draft',
          metadata: { note: 'hello' },
        }),
      },
    })
    expect(one.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Typecase-Webhooks/1',
      'webhook-id': row?.id,
      'webhook-timestamp': String(Math.floor(clock.now() / 1000)),
      'x-secret': 'shared',
    })
    expect(isSignedBy(secret, one)).toBe(true)
    expect(isSignedBy(secret, { ...one, body: `${one.body} ` })).toBe(false)
  })

  test('contains the latest state, or for a publication the state that was published', async () => {
    answer(500)
    await add({ events: ['created', 'published'] })
    const { id } = await post('One')
    const body = { slug: slug(), object_ids: [id] }
    ;(await bed.server.call(publishObjects, { body }, bed.owner)).ok()
    await change(id, { title: 'Two' })
    ;(await bed.server.call(publishObjects, { body }, bed.owner)).ok()
    await change(id, { title: 'Draft', status: 'draft' })
    await all('failed', 3)
    bed.receiver.received.length = 0
    answer(200)
    clock.advance(WAITS[0] * 2)
    const lateAnswer = (await received(3))
      .map(bodyOf)
      .toSorted((x, y) => (x.rev ?? 0) - (y.rev ?? 0))
    const titles = lateAnswer.map(({ event, data }) => [event, data.object?.['title']])
    expect(titles).toEqual([
      ['created', 'Draft'],
      ['published', 'One'],
      ['published', 'Two'],
    ])
  })

  test('of a publication contains no draft, only the object’s names once it is not public', async () => {
    answer(500)
    await add({ events: ['published'] })
    const { id } = await post('Public', { metadata: { note: 'public' }, status: 'published' })
    await all('failed')
    const body = { slug: slug(), object_ids: [id] }
    ;(await bed.server.call(unpublishObjects, { body }, bed.owner)).ok()
    await change(id, { title: 'Secret', metadata: { note: 'secret' }, status: 'draft' })
    bed.receiver.received.length = 0
    answer(200)
    clock.advance(WAITS[0] * 2)
    const [one] = await received(1)
    expect(one && bodyOf(one)).toMatchObject({ event: 'published', is_gone: true })
    const names = { id, type: 'posts', slug: 'public', title: 'Public', locale: null }
    expect(one && bodyOf(one).data.object).toEqual({ ...names, status: 'published' })
    expect(one?.body).not.toMatch(/secret/i)
  })

  test('contains only the given props, or only the id', async () => {
    await add({ props: 'title,metadata' })
    await add({ title: 'Without', payload: false })
    const { id } = await post('One', { metadata: { note: 'x' } })
    const objects = (await received(2)).map((one) => bodyOf(one).data.object)
    expect(objects).toContainEqual({ id, title: 'One', metadata: { note: 'x' } })
    expect(objects).toContainEqual({ id })
  })

  test('of a deleted object contains its names, even once it is deleted for good', async () => {
    answer(500)
    await add({ events: ['edited', 'deleted'] })
    const { id } = await post('One')
    await change(id, { title: 'Two' })
    const body = { slug: slug(), object_ids: [id] }
    ;(await bed.server.call(deleteObjects, { body }, bed.owner)).ok()
    ;(await bed.server.send(emptyTrash, { body: { slug: slug() } }, bed.owner)).ok()
    await all('failed', 2)
    bed.receiver.received.length = 0
    answer(200)
    clock.advance(WAITS[0] * 2)
    const bodies = (await received(2)).map(bodyOf)
    const object = { id, type: 'posts', slug: 'one', title: 'Two', locale: null }
    expect(bodies.find(({ event }) => event === 'deleted')).toMatchObject({ data: { object } })
    expect(bodies.find(({ event }) => event === 'deleted')?.is_gone).toBeUndefined()
    expect(bodies.find(({ event }) => event === 'edited')).toMatchObject({
      data: { object },
      is_gone: true,
    })
  })

  test('omits the object if it is too large', async () => {
    await add()
    const { id } = await post('One', { content: 'x'.repeat(MAX_PAYLOAD) })
    const [one] = await received(1)
    expect(one && bodyOf(one)).toMatchObject({ payload_left_out: true, data: { object: { id } } })
    expect(one?.body.length).toBeLessThan(1000)
  })

  test('of a media contains its URL', async () => {
    await add({ resource: 'media', events: ['edited'] })
    const [media_id = ''] = await addMedia(bed.server, bed.owner, [{ title: 'Sea' }])
    const { updateMedia } = await import('@typecase/contract/media')
    const body = { slug: slug(), media_id, data: { alt_text: 'The sea' } }
    ;(await bed.server.call(updateMedia, { body }, bed.owner)).ok()
    const [one] = await received(1)
    expect(one && bodyOf(one).data.media).toMatchObject({
      id: media_id,
      title: 'Sea',
      alt_text: 'The sea',
      url: expect.stringContaining('/media/'),
    })
  })

  test('is signed with both secrets for a day after a rotation', async () => {
    const { webhook, secret } = await add()
    const body = { slug: slug(), webhook_id: webhook.id }
    const rotated = (await bed.server.call(rotateWebhookSecret, { body }, bed.owner)).ok()
    expect(rotated.secret).not.toBe(secret)
    await post('One')
    const [one] = await received(1)
    expect([secret, rotated.secret].map((key) => one && isSignedBy(key, one))).toEqual([true, true])
    clock.advance(DAY)
    bed.owner = { ...bed.owner, ...(await signInAgain(bed.server, bed.owner)) }
    await post('Two')
    const [, two] = await received(2)
    expect([secret, rotated.secret].map((key) => two && isSignedBy(key, two))).toEqual([
      false,
      true,
    ])
  })
})

describe('the log of deliveries', () => {
  test('shows requests and responses, without secret values', async () => {
    bed.receiver.answer = (response) => response.writeHead(500, { 'x-trace': 'abc' }).end('down')
    const { webhook, secret } = await add({ headers: [{ key: 'X-Secret', value: 'shared-value' }] })
    await post('One')
    const [row] = await all('failed')
    expect(row).toMatchObject({
      webhook_id: webhook.id,
      event: 'created',
      title: 'One',
      attempts: 1,
      status: 500,
      problem: 'The endpoint answered 500.',
      duration: expect.any(Number),
    })
    const next = Date.parse(row?.next_attempt_at ?? '') - clock.now()
    expect(Math.abs(next - WAITS[0])).toBeLessThanOrEqual(WAITS[0] / 10)
    const stored = await delivery(row?.id ?? '')
    expect(stored.log).toEqual([
      {
        at: clock.iso(),
        duration: expect.any(Number),
        status: 500,
        problem: 'The endpoint answered 500.',
        request: {
          headers: expect.objectContaining({ 'X-Secret': '•••', 'webhook-id': row?.id }),
          body: expect.stringContaining('"title":"One"'),
          size: expect.any(Number),
        },
        response: { headers: expect.objectContaining({ 'x-trace': 'abc' }), body: 'down' },
      },
    ])
    expect(JSON.stringify(stored)).not.toMatch(/shared-value|whsec/)
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(await get(webhook)).toMatchObject({ last_delivery: { state: 'failed' }, failed: 1 })
  })

  test('is filtered by webhook, state and title, and has pages', async () => {
    const { webhook } = await add()
    await add({ title: 'Other' })
    for (const title of ['Sea', 'Sky', '100% sea']) await post(title)
    await all('delivered', 6)
    const list = async (query: object) =>
      (await bed.server.send(listDeliveries, { query: { slug: slug(), ...query } }, bed.owner)).ok()
    const titles = (page: unknown) =>
      (page as { deliveries: { title: string }[] }).deliveries.map(({ title }) => title)
    const ofOne = { webhook_id: webhook.id }
    expect(titles(await list(ofOne))).toEqual(['100% sea', 'Sky', 'Sea'])
    expect(titles(await list({ ...ofOne, search: 'SEA' }))).toEqual(['100% sea', 'Sea'])
    expect(titles(await list({ ...ofOne, search: '0%' }))).toEqual(['100% sea'])
    expect(titles(await list({ ...ofOne, state: 'failed' }))).toEqual([])
    expect(await list({ ...ofOne, limit: 1, skip: 1 })).toMatchObject({
      total: 3,
      limit: 1,
      skip: 1,
    })
    expect(titles(await list({ ...ofOne, limit: 1, skip: 1 }))).toEqual(['Sky'])
  })

  test('does not show deliveries of another bucket, nor redeliver them', async () => {
    await add()
    await post('One')
    const [row] = await all('delivered')
    const other = await addOwner(bed.server)
    const { getDelivery } = await import('@typecase/contract/webhooks')
    const target = { slug: other.bucket.slug, delivery_id: row?.id ?? '' }
    const theirs = await bed.server.call(getDelivery, { query: target }, other)
    const missing = { ...target, delivery_id: newId() }
    const none = await bed.server.call(getDelivery, { query: missing }, other)
    expect(theirs.error().message).toBe(none.error().message)
    const body = { slug: other.bucket.slug, ids: [row?.id ?? ''] }
    expect((await bed.server.call(redeliver, { body }, other)).ok()).toMatchObject({
      redelivered: 0,
      skipped: [{ id: row?.id }],
    })
    expect(bed.receiver.received).toHaveLength(1)
  })

  test('keeps 30 days, at most 10,000 deliveries per bucket, and all pending ones', async () => {
    const { webhook } = await add()
    const values = Array.from({ length: MAX_DELIVERIES + 10 }, (_, n) => ({
      bucket_id: bed.owner.bucket.id,
      id: newId(clock.now()),
      webhook_id: webhook.id,
      event: 'edited' as const,
      item_id: newId(),
      title: 'Many',
      item: '{}',
      triggered_at: clock.now(),
      state: n < 5 ? ('failed' as const) : ('delivered' as const),
      next_at: n < 5 ? clock.now() + DAY : null,
    }))
    await bed.server.app.db.write(async ({ db }) => {
      for (let at = 0; at < values.length; at += 500)
        await db
          .insertInto('webhook_deliveries')
          .values(values.slice(at, at + 500))
          .execute()
    }, 'serializable')
    await post('Kept')
    const total = async (query: object = {}) =>
      (
        (
          await bed.server.send(listDeliveries, { query: { slug: slug(), ...query } }, bed.owner)
        ).ok() as {
          total: number
        }
      ).total
    await waitFor(
      () => total({ state: 'delivered', search: 'kept' }),
      (count) => count === 1,
    )
    expect(await total()).toBe(MAX_DELIVERIES + 11)
    await deleteExpired(bed.server.app)
    expect(await total()).toBe(MAX_DELIVERIES + 5)
    expect(await total({ state: 'failed' })).toBe(5)
    expect(await total({ search: 'kept' })).toBe(1)
    await bed.server.app.db.write(
      ({ db }) =>
        db
          .updateTable('webhook_deliveries')
          .set({ triggered_at: clock.now() - 31 * DAY })
          .where('bucket_id', '=', bed.owner.bucket.id)
          .where('title', '=', 'Many')
          .execute(),
      'serializable',
    )
    await deleteExpired(bed.server.app)
    expect(await total()).toBe(6)
  })
})

describe('a failing endpoint', () => {
  test('is retried for a day with longer waits; then its webhook is disabled and one e-mail sent', async () => {
    answer(500)
    const { webhook } = await add({ title: 'Search' })
    const start = clock.now()
    await post('One')
    for (const [n, wait] of WAITS.entries()) {
      const [row] = await all('failed')
      await waitFor(deliveries, ([one]) => one?.attempts === n + 1)
      expect(row?.state).toBe('failed')
      clock.advance(wait * 1.1 + 1)
      bed.server.app.webhooks.wake()
      await waitFor(deliveries, ([one]) => one?.attempts === n + 2)
    }
    expect(clock.now() - start).toBeGreaterThan(0.9 * DAY)
    const [row] = await all('given_up')
    expect(row).toMatchObject({ attempts: WAITS.length + 1, next_attempt_at: null })
    expect(await get(webhook)).toMatchObject({
      is_enabled: false,
      disabled_reason: 'Deliveries failed for a day. The endpoint answered 500.',
      given_up: 1,
      failed: 0,
    })
    const mails = await waitFor(
      () => mailsOf(bed.server, bed.owner.email),
      (rows) => rows.length > 0,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain('Search')
    expect(mails[0]?.links[0]).toContain(`/${slug()}/webhooks/${webhook.id}`)

    // Events are not collected while the webhook is disabled; deliveries continue once it is enabled again.
    await post('Unheard')
    expect(await again(row?.id ?? '')).toMatchObject({
      redelivered: 0,
      skipped: [{ reason: 'Its webhook is disabled. Enable it first.' }],
    })
    answer(200)
    const body = { slug: slug(), webhook_id: webhook.id, data: { is_enabled: true } }
    const enabled = (await bed.server.call(updateWebhook, { body }, bed.owner)).ok()
    expect(enabled.webhook).toMatchObject({ is_enabled: true, disabled_reason: null })
    expect(await again(row?.id ?? '')).toEqual({ redelivered: 1, skipped: [] })
    await all('delivered')
    expect(mailsOf(bed.server, bed.owner.email)).toHaveLength(1)
  })

  test('does not disable its webhook if it fails for only one delivery', async () => {
    bed.receiver.answer = (response, one) =>
      response.writeHead(bodyOf(one).data.object?.['title'] === 'Bad' ? 500 : 200).end()
    const { webhook } = await add()
    await post('Bad')
    for (const [n, wait] of WAITS.entries()) {
      await waitFor(
        deliveries,
        (rows) => rows.find(({ title }) => title === 'Bad')?.attempts === n + 1,
      )
      if (n === WAITS.length - 1) {
        await post('Good')
        await waitFor(deliveries, (rows) => rows.some(({ state }) => state === 'delivered'))
      }
      clock.advance(wait * 1.1 + 1)
      bed.server.app.webhooks.wake()
    }
    const rows = await waitFor(deliveries, (some) =>
      some.every(({ state }) => state === 'given_up' || state === 'delivered'),
    )
    expect(rows.map(({ title, state }) => [title, state])).toEqual([
      ['Good', 'delivered'],
      ['Bad', 'given_up'],
    ])
    expect((await get(webhook)).is_enabled).toBe(true)
  })

  test('disables its webhook at once if it answers 410, and pending deliveries are given up', async () => {
    const responses: ServerResponse[] = []
    bed.receiver.answer = (response) => void responses.push(response)
    const { webhook } = await add()
    for (const title of ['One', 'Two', 'Three']) await post(title)
    await received(2)
    for (const response of responses) response.writeHead(410).end()
    const rows = await all('given_up', 3)
    expect(rows.map(({ title, attempts }) => [title, attempts])).toEqual([
      ['Three', 0],
      ['Two', 1],
      ['One', 1],
    ])
    expect(rows[0]?.problem).toBe('The webhook was disabled before this was delivered.')
    expect(await get(webhook)).toMatchObject({
      is_enabled: false,
      disabled_reason: 'The endpoint answered 410 (Gone).',
    })
  })

  test('is not retried once its webhook is disabled or deleted', async () => {
    answer(500)
    const { webhook } = await add()
    await post('One')
    await all('failed')
    const body = { slug: slug(), webhook_id: webhook.id, data: { is_enabled: false } }
    ;(await bed.server.call(updateWebhook, { body }, bed.owner)).ok()
    expect(await deliveries()).toMatchObject([{ state: 'given_up', status: 500 }])
    const query = { slug: slug(), webhook_id: webhook.id }
    ;(await bed.server.call(deleteWebhook, { query }, bed.owner)).ok()
    expect(await deliveries()).toEqual([])
  })

  test('gets a redelivery that is asked for during the last attempt', async () => {
    answer(500)
    const { webhook } = await add()
    await post('One')
    const [row] = await all('failed')
    const id = row?.id ?? ''
    await bed.server.app.db.write(
      ({ db }) =>
        db
          .updateTable('webhook_deliveries')
          .set({ tries: WAITS.length })
          .where('id', '=', id)
          .execute(),
      'read committed',
    )
    let response: ServerResponse | undefined
    bed.receiver.answer = (last) => void (response = last)
    clock.advance(WAITS[0] * 2)
    await received(2)
    expect(await again(id)).toMatchObject({ redelivered: 1 })
    response?.writeHead(500).end()
    await waitFor(
      () => delivery(id),
      ({ log }) => log.length === 2,
    )
    expect(await delivery(id)).toMatchObject({ state: 'failed' })
    expect((await get(webhook)).is_enabled).toBe(true)
  })

  test('gets redeliveries with the original id, even of what was delivered', async () => {
    answer(500)
    await add()
    await post('One')
    const [row] = await all('failed')
    answer(200)
    expect(await again(row?.id ?? '', newId())).toMatchObject({
      redelivered: 1,
      skipped: [{ reason: 'This delivery no longer exists.' }],
    })
    await all('delivered')
    await again(row?.id ?? '')
    await received(3)
    const ids = bed.receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids)).toEqual(new Set([row?.id]))
    await waitFor(
      () => delivery(row?.id ?? ''),
      ({ log, state }) => log.length === 3 && state === 'delivered',
    )
  })

  test.each([0, 1001])('cannot be sent %i deliveries again in one call (400)', async (count) => {
    const ids = Array.from({ length: count }, () => newId())
    const refused = await bed.server.call(redeliver, { body: { slug: slug(), ids } }, bed.owner)
    expect(refused.error().details?.[0]?.path).toBe('ids')
  })
})
