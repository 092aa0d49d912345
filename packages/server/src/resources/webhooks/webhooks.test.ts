import { listAudit } from '@typecase/contract/audit'
import { newId } from '@typecase/contract/ids'
import { deleteObjectType, updateObjectType } from '@typecase/contract/object-types'
import {
  deleteWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  MAX_WEBHOOKS,
  redeliver,
  restoreWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  addWebhook,
} from '@typecase/contract/webhooks'
import { describe, expect, test } from 'vitest'

import { createSealer, newKey } from '../../secrets/sealer.ts'
import { resealRows } from '../../secrets/sealed-columns.ts'
import { addOneObject } from '../../testing/content.ts'
import { addOwner, addPerson, join } from '../../testing/people.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { bodyOf } from '../../testing/webhook-receiver.ts'
import { type Data, isSignedBy, prepareWebhooks } from './webhooks.fixture.ts'

const { bed, clock, slug, add, get, deliveries, received, all } = prepareWebhooks()

interface By {
  token?: string
}

const everyCall = (webhook_id: string, by: By) => {
  const target = { slug: slug(), webhook_id }
  const data = { title: 'New', endpoint: bed.receiver.url, resource: 'objects', events: ['edited'] }
  return [
    () => bed.server.send(listWebhooks, { query: { slug: slug() } }, by),
    () => bed.server.send(getWebhook, { query: target }, by),
    () => bed.server.send(addWebhook, { body: { slug: slug(), data } }, by),
    () => bed.server.send(updateWebhook, { body: { ...target, data: { title: 'Other' } } }, by),
    () => bed.server.send(rotateWebhookSecret, { body: target }, by),
    () => bed.server.send(testWebhook, { body: target }, by),
    () => bed.server.send(listDeliveries, { query: { slug: slug() } }, by),
    () => bed.server.send(getDelivery, { query: { slug: slug(), delivery_id: newId() } }, by),
    () => bed.server.send(redeliver, { body: { slug: slug(), ids: [newId()] } }, by),
    () => bed.server.send(deleteWebhook, { query: target }, by),
    () => bed.server.send(restoreWebhook, { body: target }, by),
  ]
}
const statuses = async (id: string, by: By) => {
  const codes = []
  for (const call of everyCall(id, by)) codes.push((await call()).status)
  return codes
}

const update = (webhook_id: string, data: Data, more: { rev?: number } = {}) =>
  bed.server.call(updateWebhook, { body: { slug: slug(), webhook_id, data, ...more } }, bed.owner)

describe('access to webhooks', () => {
  test('needs a session (401)', async () => {
    const { webhook } = await add()
    expect(new Set(await statuses(webhook.id, {}))).toEqual(new Set([401]))
  })

  test('needs the bucket (404), and a webhook of another bucket answers the same as a missing one', async () => {
    const { webhook } = await add()
    const other = await addOwner(bed.server)
    expect(new Set(await statuses(webhook.id, other))).toEqual(new Set([404]))
    const target = { slug: other.bucket.slug, webhook_id: webhook.id }
    const answers = [
      await bed.server.call(getWebhook, { query: target }, other),
      await bed.server.call(updateWebhook, { body: { ...target, data: {} } }, other),
      await bed.server.call(testWebhook, { body: target }, other),
      await bed.server.call(listDeliveries, { query: target }, other),
      await bed.server.call(deleteWebhook, { query: target }, other),
      await bed.server.call(restoreWebhook, { body: target }, other),
    ]
    const missing = { slug: other.bucket.slug, webhook_id: newId() }
    const { message } = (await bed.server.call(getWebhook, { query: missing }, other)).error()
    for (const answer of answers) expect(answer.error()).toMatchObject({ status: 404, message })
  })

  test('is denied to editors with a message (403), and allowed to developers', async () => {
    const { webhook } = await add()
    const editor = await addPerson(bed.server)
    await join(bed.server, editor, bed.owner, 'editor')
    expect(new Set(await statuses(webhook.id, editor))).toEqual(new Set([403]))
    const refused = await bed.server.call(listWebhooks, { query: { slug: slug() } }, editor)
    expect(refused.error().message).toBe('Your role (editor) may not see or change webhooks.')
    const developer = await addPerson(bed.server)
    await join(bed.server, developer, bed.owner, 'developer')
    expect(await statuses(webhook.id, developer)).toEqual([
      200, 200, 201, 200, 200, 200, 200, 404, 200, 200, 200,
    ])
  })

  test('needs the add-on to add a webhook if plans are enforced', async () => {
    const limited = await startTestServer({ PLAN_LIMITS: 'on' })
    const owner = await addOwner(limited)
    const data = { title: 'x', endpoint: 'https://example.com', resource: 'objects' as const }
    const body = { slug: owner.bucket.slug, data: { ...data, events: ['created' as const] } }
    const refused = (await limited.call(addWebhook, { body }, owner)).error()
    expect(refused).toMatchObject({ code: 'forbidden' })
    expect(refused.message).toContain('Webhooks is an add-on')
    await limited.remove()
  })
})

describe('a webhook is refused', () => {
  test.each<[string, object, string]>([
    ['no title', { title: '' }, 'data.title'],
    ['a long title', { title: 'x'.repeat(101) }, 'data.title'],
    ['no address', { endpoint: 'nowhere' }, 'data.endpoint'],
    ['another scheme', { endpoint: 'ftp://example.com/x' }, 'data.endpoint'],
    ['a password', { endpoint: 'https://me:secret@example.com/' }, 'data.endpoint'],
    ['a private address', { endpoint: 'http://169.254.169.254/latest' }, 'data.endpoint'],
    ['merge requests', { resource: 'merge_request' }, 'data.resource'],
    ['their event', { events: ['completed'] }, 'data.events.0'],
    ['no event', { events: [] }, 'data.events'],
    ['an event of objects', { resource: 'media', events: ['published'] }, 'data.events.0'],
    ['types of media', { resource: 'media', object_types: ['posts'] }, 'data.object_types'],
    ['an unknown type', { object_types: ['posts', 'none'] }, 'data.object_types.1'],
    ['props below others', { props: 'title,metadata.note' }, 'data.props'],
    ['invalid props', { props: '__proto__' }, 'data.props'],
    ['an invalid header', { headers: [{ key: 'a b', value: 'x' }] }, 'data.headers.0.key'],
    ['one of ours', { headers: [{ key: 'Webhook-Id', value: 'x' }] }, 'data.headers.0.key'],
    ['the host', { headers: [{ key: 'host', value: 'x' }] }, 'data.headers.0.key'],
    ['two lines', { headers: [{ key: 'a', value: 'x\r\nb: y' }] }, 'data.headers.0.value'],
    ['no value', { headers: [{ key: 'a' }] }, 'data.headers.0.value'],
    [
      'a header twice',
      { headers: ['a', 'A'].map((key) => ({ key, value: 'x' })) },
      'data.headers.1.key',
    ],
    [
      '21 headers',
      { headers: Array.from({ length: 21 }, (_, n) => ({ key: `h${n}`, value: 'x' })) },
      'data.headers',
    ],
    ['a missing one', { colour: 'red' }, 'data.colour'],
  ])('with %s', async (_what, data, path) => {
    const sample = {
      title: 'x',
      endpoint: bed.receiver.url,
      resource: 'objects',
      events: ['created'],
    }
    const body = { slug: slug(), data: { ...sample, ...data } }
    const failure = (await bed.server.send(addWebhook, { body }, bed.owner)).error()
    expect(failure).toMatchObject({ status: 400, code: 'invalid' })
    expect(failure.details?.[0]?.path).toBe(path)
    const { webhooks } = (
      await bed.server.call(listWebhooks, { query: { slug: slug() } }, bed.owner)
    ).ok()
    expect(webhooks).toEqual([])
  })

  test('for merge requests, with a message', async () => {
    const data = { title: 'x', endpoint: bed.receiver.url, resource: 'merge_request' }
    const body = { slug: slug(), data: { ...data, events: ['completed'] } }
    expect((await bed.server.send(addWebhook, { body }, bed.owner)).error().message).toContain(
      'there are no merge requests',
    )
  })

  test('with a port or a private address if private networks are not allowed', async () => {
    const server = await startTestServer()
    const owner = await addOwner(server)
    const data = { title: 'x', resource: 'objects' as const, events: ['created' as const] }
    const send = async (endpoint: string) => {
      const body = { slug: owner.bucket.slug, data: { ...data, endpoint } }
      return (await server.call(addWebhook, { body }, owner)).status
    }
    expect(await send('https://example.com:8443/x')).toBe(400)
    expect(await send('http://127.0.0.1/x')).toBe(400)
    expect(await send('https://example.com/x')).toBe(201)
    await server.remove()
  })

  test('beyond fifty, and its restoration as well', async () => {
    const { webhook: first } = await add()
    const target = { slug: slug(), webhook_id: first.id }
    ;(await bed.server.call(deleteWebhook, { query: target }, bed.owner)).ok()
    for (let n = 0; n < MAX_WEBHOOKS; n += 1) await add({ title: `${n}` })
    await expect(add()).rejects.toThrow('has 50 webhooks already')
    const restored = await bed.server.call(restoreWebhook, { body: target }, bed.owner)
    expect(restored.error().code).toBe('conflict')
  })
})

describe('a webhook', () => {
  test('returns its secret once, and never the values of its headers', async () => {
    const { webhook, secret } = await add({
      headers: [{ key: 'Authorization', value: 'Bearer hidden' }],
      props: ' title, slug ',
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toMatchObject({
      title: 'Hook',
      props: 'title,slug',
      payload: true,
      object_types: [],
      headers: [{ key: 'Authorization', has_value: true }],
      is_enabled: true,
      disabled_reason: null,
      last_delivery: null,
      created_by: bed.owner.id,
      rev: 1,
    })
    const all = await bed.server.call(listWebhooks, { query: { slug: slug() } }, bed.owner)
    expect(all.ok().webhooks).toEqual([webhook])
    expect(JSON.stringify([all.ok(), await get(webhook)])).not.toMatch(/hidden|whsec/)
  })

  test('is updated by property, and a header without a value keeps its own', async () => {
    const { webhook } = await add({
      headers: [
        { key: 'x-one', value: 'first' },
        { key: 'x-two', value: 'second' },
      ],
    })
    const after = (await update(webhook.id, { title: 'Renamed' })).ok().webhook
    expect(after).toMatchObject({ title: 'Renamed', rev: 2, headers: webhook.headers })
    const headers = [{ key: 'X-Two' }, { key: 'x-three', value: 'third' }]
    ;(await update(webhook.id, { headers })).ok()
    await bed.server.call(
      testWebhook,
      { body: { slug: slug(), webhook_id: webhook.id } },
      bed.owner,
    )
    expect(bed.receiver.received[0]?.headers).toMatchObject({
      'x-two': 'second',
      'x-three': 'third',
    })
    expect(bed.receiver.received[0]?.headers).not.toHaveProperty('x-one')
    const lacking = await update(webhook.id, { headers: [{ key: 'x-one' }] })
    expect(lacking.error().details?.[0]?.path).toBe('data.headers.0.value')
  })

  test('does not send the values of its headers to another origin', async () => {
    const { webhook } = await add({ headers: [{ key: 'X-Key', value: 'for this host' }] })
    const ping = () =>
      bed.server.call(testWebhook, { body: { slug: slug(), webhook_id: webhook.id } }, bed.owner)
    ;(await update(webhook.id, { endpoint: `${bed.receiver.url}/other` })).ok()
    await ping()
    expect(bed.receiver.received).toMatchObject([
      { path: '/other', headers: { 'x-key': 'for this host' } },
    ])

    const { port } = new URL(bed.receiver.url)
    const others = ['http://127.0.0.1:1/other', `https://127.0.0.1:${port}/other`]
    for (const endpoint of others) {
      const refused = (await update(webhook.id, { endpoint })).error()
      expect(refused).toMatchObject({ status: 400, details: [{ path: 'data.headers' }] })
      expect(refused.message).toContain(`is for ${bed.receiver.url} only`)
      const minimal = (await update(webhook.id, { endpoint, headers: [{ key: 'x-key' }] })).error()
      expect(minimal.details).toMatchObject([{ path: 'data.headers.0.value', rule: 'required' }])
    }
    expect(await get(webhook)).toMatchObject({ endpoint: `${bed.receiver.url}/other`, rev: 2 })

    const [endpoint = ''] = others
    const headers = [{ key: 'X-Key', value: 'for the other' }]
    ;(await update(webhook.id, { endpoint, headers })).ok()
    ;(await update(webhook.id, { endpoint: bed.receiver.url, headers: [] })).ok()
    await ping()
    expect(bed.receiver.received[1]?.headers).not.toHaveProperty('x-key')
  })

  test('answers 412 to an update with an outdated rev', async () => {
    const { webhook } = await add()
    ;(await update(webhook.id, { title: 'Theirs' }, { rev: 1 })).ok()
    const lateAnswer = (await update(webhook.id, { title: 'Mine' }, { rev: 1 })).error()
    expect(lateAnswer).toMatchObject({ status: 412, current: { title: 'Theirs', rev: 2 } })
    expect((await get(webhook)).title).toBe('Theirs')
  })

  test('follows an object type to its new slug, and keeps the slug of a deleted one', async () => {
    const { webhook } = await add({ object_types: ['posts'] })
    const rename = { slug: slug(), type_slug: 'posts', data: { slug: 'news' } }
    ;(await bed.server.send(updateObjectType, { body: rename }, bed.owner)).ok()
    expect((await get(webhook)).object_types).toEqual(['news'])
    const query = { slug: slug(), type_slug: 'news' }
    ;(await bed.server.send(deleteObjectType, { query }, bed.owner)).ok()
    expect((await update(webhook.id, { title: 'Still' })).ok().webhook.object_types).toEqual([
      'news',
    ])
  })

  test('can be restored after it was deleted, and receives events again, signed with its secret', async () => {
    const { webhook, secret } = await add()
    const target = { slug: slug(), webhook_id: webhook.id }
    ;(await bed.server.call(deleteWebhook, { query: target }, bed.owner)).ok()
    expect((await bed.server.call(getWebhook, { query: target }, bed.owner)).status).toBe(404)
    expect((await bed.server.call(deleteWebhook, { query: target }, bed.owner)).status).toBe(404)
    await addOneObject(bed.server, bed.owner, { type: 'posts', title: 'Unheard' })
    ;(await bed.server.call(restoreWebhook, { body: target }, bed.owner)).ok()
    expect((await bed.server.call(restoreWebhook, { body: target }, bed.owner)).status).toBe(404)
    await addOneObject(bed.server, bed.owner, { type: 'posts', title: 'Heard' })
    const [one] = await received(1)
    expect(one && bodyOf(one).data.object?.['title']).toBe('Heard')
    expect(one && isSignedBy(secret, one)).toBe(true)
  })

  test('keeps its pending deliveries if it is enabled again while they are given up', async () => {
    bed.receiver.answer = (response) => response.writeHead(500).end()
    const { webhook } = await add()
    await addOneObject(bed.server, bed.owner, { type: 'posts', title: 'One' })
    await all('failed')
    const { db } = bed.server.app
    const { write } = db
    db.write = async (work, scope) => {
      const result = await write(work, scope)
      if (!(await get(webhook)).is_enabled) {
        db.write = write
        ;(await update(webhook.id, { is_enabled: true })).ok()
      }
      return result
    }
    ;(await update(webhook.id, { is_enabled: false })).ok()
    expect(await deliveries()).toMatchObject([{ state: 'failed' }])
  })

  test('is in the audit log with every change, without its secret', async () => {
    const { webhook, secret } = await add()
    ;(await update(webhook.id, { title: 'Other' })).ok()
    const target = { slug: slug(), webhook_id: webhook.id }
    ;(await bed.server.call(rotateWebhookSecret, { body: target }, bed.owner)).ok()
    ;(await bed.server.call(deleteWebhook, { query: target }, bed.owner)).ok()
    ;(await bed.server.call(restoreWebhook, { body: target }, bed.owner)).ok()
    const query = { project_id: bed.owner.project.id }
    const { entries } = (await bed.server.call(listAudit, { query }, bed.owner)).ok()
    const webhookEntries = entries.filter(({ subject }) => subject.id === webhook.id)
    expect(webhookEntries.map(({ kind }) => kind)).toEqual([
      'bucket.restore_webhook',
      'bucket.delete_webhook',
      'bucket.rotate_webhook_secret',
      'bucket.update_webhook',
      'bucket.add_webhook',
    ])
    expect(JSON.stringify(entries)).not.toContain(secret)
  })
})

describe('a test event', () => {
  const ping = async (webhook_id: string) =>
    (await bed.server.call(testWebhook, { body: { slug: slug(), webhook_id } }, bed.owner)).ok()
      .attempt

  test('returns the response, and leaves nothing in the log', async () => {
    const { webhook } = await add({ is_enabled: false })
    bed.receiver.answer = (response) => response.writeHead(202, { 'x-trace': 'abc' }).end('thanks')
    const attempt = await ping(webhook.id)
    expect(attempt).toMatchObject({
      status: 202,
      problem: null,
      response: { body: 'thanks', headers: { 'x-trace': 'abc' } },
    })
    expect(JSON.parse(attempt.request.body)).toMatchObject({ event: 'ping', resource: 'objects' })
    expect((await get(webhook)).last_delivery).toBeNull()
  })

  test('reports a redirect, which is not followed, and an unreachable server', async () => {
    const { webhook } = await add()
    bed.receiver.answer = (response) => response.writeHead(302, { location: '/other' }).end()
    expect(await ping(webhook.id)).toMatchObject({
      status: 302,
      problem: 'The endpoint answered 302. Redirects are not followed.',
    })
    expect(bed.receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    ;(await update(webhook.id, { endpoint: 'http://127.0.0.1:1/' })).ok()
    expect(await ping(webhook.id)).toMatchObject({
      status: null,
      problem: 'No answer came: its server cannot be reached (ECONNREFUSED).',
      response: null,
    })
  })

  test('is limited to 30 a minute for a user, and hides responses of a private network', async () => {
    const limited = await startTestServer({ ...bed.receiver.settings, RATE_LIMITS: 'on' })
    const owner = await addOwner(limited)
    const data = { title: 'x', endpoint: bed.receiver.url, resource: 'objects' as const }
    const body = { slug: owner.bucket.slug, data: { ...data, events: ['created' as const] } }
    const { webhook } = (await limited.call(addWebhook, { body }, owner)).ok()
    const target = { slug: owner.bucket.slug, webhook_id: webhook.id }
    const send = async () => (await limited.call(testWebhook, { body: target }, owner)).status
    bed.receiver.answer = (response) => response.writeHead(500, { 'x-inside': 'a' }).end('b')
    const inside = (await limited.call(testWebhook, { body: target }, owner)).ok().attempt
    expect(inside).toMatchObject({ status: 500, response: { headers: {}, body: null } })
    for (let n = 1; n < 30; n += 1) expect(await send()).toBe(200)
    expect(await send()).toBe(429)
    expect(bed.receiver.received).toHaveLength(30)
    await limited.remove()
  })

  test('hides the values of headers if the response repeats them', async () => {
    const { webhook } = await add({ headers: [{ key: 'X-Key', value: 'a shared secret' }] })
    bed.receiver.answer = (response, { headers }) =>
      response.writeHead(200, { 'x-sent': headers['x-key'] }).end(JSON.stringify(headers))
    const { response } = await ping(webhook.id)
    expect(response).toMatchObject({ headers: { 'x-sent': '•••' } })
    expect(response?.body).toContain('"x-key":"•••"')
  })

  test('keeps the first 4 kB of a long response', async () => {
    const { webhook } = await add()
    bed.receiver.answer = (response) => response.end('é\0'.repeat(100_000))
    const body = (await ping(webhook.id)).response?.body ?? ''
    expect(body.slice(0, 4)).toBe('é\uFFFDé\uFFFD')
    expect(Buffer.byteLength(body.replaceAll('\uFFFD', '0'))).toBeLessThanOrEqual(4096)
    expect(body.length).toBeGreaterThan(2000)
  })

  test('reports that a secret was lost with its key', async () => {
    const { webhook } = await add()
    const { app } = bed.server
    await app.db.write(
      ({ db }) => resealRows(db, app.sealer, createSealer(newKey())),
      'serializable',
    )
    expect(await ping(webhook.id)).toMatchObject({ status: null, response: null })
    expect((await ping(webhook.id)).problem).toContain('secret was lost')
    expect(bed.receiver.received).toEqual([])
    const target = { slug: slug(), webhook_id: webhook.id }
    ;(await bed.server.call(rotateWebhookSecret, { body: target }, bed.owner)).ok()
    ;(await update(webhook.id, { headers: [] })).ok()
    clock.advance(1000)
    expect(await ping(webhook.id)).toMatchObject({ status: 200, problem: null })
  })
})
