import type { ServerResponse } from 'node:http'

import { addWebhook } from '@typecase/contract/webhooks'
import { describe, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { addOwner } from '../../testing/people.ts'
import { bodyOf } from '../../testing/webhook-receiver.ts'
import { inShort, prepareWebhooks } from './webhooks.fixture.ts'

const { bed, add, received, all } = prepareWebhooks()

describe('many deliveries', () => {
  test('are sent oldest first, at most four at once for a bucket, without delaying other buckets', async () => {
    const open: (() => void)[] = []
    let most = 0
    bed.receiver.answer = (response, { path }) => {
      if (path === '/fast') response.end()
      else open.push(() => response.end())
      most = Math.max(most, open.length)
    }
    for (const path of ['a', 'b', 'c']) await add({ endpoint: `${bed.receiver.url}/${path}` })
    await addManyObjects(bed.server, bed.owner, 'posts', 6)
    await received(4)
    // This bucket has reached its limit of running deliveries; a delivery of another bucket is sent nevertheless.
    const other = await addOwner(bed.server)
    await addType(bed.server, other, 'posts')
    const data = { title: 'Fast', endpoint: `${bed.receiver.url}/fast` }
    const rest = { resource: 'objects' as const, events: ['created' as const] }
    const body = { slug: other.bucket.slug, data: { ...data, ...rest } }
    ;(await bed.server.call(addWebhook, { body }, other)).ok()
    await addOneObject(bed.server, other, { type: 'posts', title: 'Theirs' })
    const five = await received(5)
    expect(five.filter(({ path }) => path === '/fast')).toHaveLength(1)
    expect(five).toHaveLength(5)
    bed.receiver.answer = undefined
    for (const end of open) end()
    await received(19)
    expect(most).toBe(4)
    const titles = bed.receiver.received
      .filter(({ path }) => path === '/c')
      .map((one) => String(bodyOf(one).data.object?.['title']))
    expect(titles.toSorted()).toEqual(Array.from({ length: 6 }, (_, n) => `Object ${n}`))
    expect(titles[0]).toBe('Object 0')
    await all('delivered', 18)
  })

  test('of one webhook are sent in the order of the changes, at most two at once', async () => {
    const open: ServerResponse[] = []
    let most = 0
    bed.receiver.answer = (response) => {
      open.push(response)
      most = Math.max(most, open.length)
    }
    await add()
    const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    for (const title of titles) await addOneObject(bed.server, bed.owner, { type: 'posts', title })
    await received(2)
    // The first two may arrive in either order. One of them stays open, so the others follow one by one.
    const [held, other] = open.splice(0)
    if (held) open.push(held)
    other?.end()
    for (let count = 3; count <= titles.length; count += 1) {
      await received(count)
      open.pop()?.end()
    }
    expect(most).toBe(2)
    held?.end()
    await all('delivered', titles.length)
    const words = titles.map((title) => `created ${title}`)
    const sent = inShort(bed.receiver.received)
    expect(sent.slice(0, 2).toSorted()).toEqual(words.slice(0, 2))
    expect(sent.slice(2)).toEqual(words.slice(2))
  })
})
