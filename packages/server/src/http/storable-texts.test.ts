import { insertObject } from '@typecase/contract/content-writes'
import { addObject, updateObject } from '@typecase/contract/objects'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { writeContent } from '../content-api/testing/write-content.ts'
import { addOneObject, addType, readOneObject } from '../testing/content.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { storable, storableJson, problemIn } from '../storable.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts')
})
afterAll(() => server.remove())

const HALF = '\ud83d'

describe('a text that cannot be stored', () => {
  test.each([
    [{ title: 'a\0b' }, 'data.title', 'must not hold the character U+0000'],
    [{ title: 'x', content: `${HALF} half` }, 'data.content', 'must be valid Unicode'],
    [
      { title: 'x', metadata: { list: ['fine', { deep: HALF }] } },
      'data.metadata.list.1.deep',
      'must be valid Unicode',
    ],
    [
      { title: 'x', metadata: { ['key\0']: 1 } },
      'data.metadata',
      'must not hold the character U+0000',
    ],
  ])('is refused with the name of its field: %j', async (data, path, words) => {
    const body = { slug: owner.bucket.slug, data: { type: 'posts', ...data } }
    const answer = await server.call(addObject, { body }, owner)
    expect(answer.status).toBe(400)
    expect(answer.error().details).toMatchObject([{ path, message: `${path} ${words}` }])
  })

  test('is refused by the content API, and an update with it leaves the object unchanged', async () => {
    const inserted = await writeContent(server, owner, insertObject, {
      body: { type: 'posts', title: `a${HALF}` },
    })
    expect(inserted.error().details).toMatchObject([{ path: 'title' }])
    const { id } = await addOneObject(server, owner, { type: 'posts', title: 'One' })
    const body = { slug: owner.bucket.slug, object_id: id, data: { title: 'a\0' } }
    expect((await server.call(updateObject, { body }, owner)).status).toBe(400)
    expect((await readOneObject(server, owner, id)).title).toBe('One')
  })

  test('is not one that only spells an escape', async () => {
    const title = String.raw`\u0000 and \ud800`
    const { id } = await addOneObject(server, owner, { type: 'posts', title })
    expect((await readOneObject(server, owner, id)).title).toBe(title)
  })
})

describe('a number that would lose digits', () => {
  /**
   * A number in its source form, which `JSON.stringify` would round. TypeScript does not know `rawJSON` yet:
   * https://tc39.es/proposal-json-parse-with-source
   */
  const raw = (source: string): unknown =>
    (JSON as unknown as { rawJSON(source: string): unknown }).rawJSON(source)

  test.each(['12345678901234567890', '9007199254740993', '1e400', '0.1234567890123456789'])(
    'is refused with its field: %s',
    async (source) => {
      const metadata = { sizes: [1, { width: raw(source) }] }
      const body = { slug: owner.bucket.slug, data: { type: 'posts', title: 'x', metadata } }
      const path = 'data.metadata.sizes.1.width'
      const answer = await server.send(addObject, { body }, owner)
      expect(answer.status).toBe(400)
      expect(answer.error().details).toEqual([
        {
          path,
          message: `${path} has the number ${source}, which would lose digits: send it as text`,
          rule: 'precision',
        },
      ])
    },
  )

  test('is not one that can be stored exactly', async () => {
    const metadata = { list: [0.1, 1e21, -1.5e-7, 9007199254740991], text: '12345678901234567890' }
    const { id } = await addOneObject(server, owner, { type: 'posts', title: 'x', metadata })
    expect((await readOneObject(server, owner, id)).metadata).toEqual(metadata)
  })
})

describe('a slug', () => {
  const add = (slug: string) => {
    const body = { slug: owner.bucket.slug, data: { type: 'posts', title: 'x', slug } }
    return server.call(addObject, { body }, owner)
  }

  test.each(['.', '..', 'a\u200bb', '\ufeffa', 'a\u202eb'])(
    'is refused if it is %j',
    async (slug) => {
      const answer = await add(slug)
      expect(answer.error().details).toMatchObject([{ path: 'data.slug' }])
    },
  )

  test('is normalised, so that two objects cannot have slugs that look the same', async () => {
    const { object } = (await add('cafe\u0301')).ok()
    expect(object.slug).toBe('café')
    expect((await add('café')).status).toBe(409)
    expect((await add('...and-more')).ok().object.slug).toBe('...and-more')
  })
})

test('any JSON can be made storable, and storable JSON stays unchanged', () => {
  const text = fc.string({ unit: 'binary' }).map((words) => words.replaceAll('x', HALF))
  const value = fc.jsonValue({ maxDepth: 3 })
  fc.assert(
    fc.property(value, text, text, (inner, key, words) => {
      const json = JSON.stringify({ inner, [key]: [words, `${words}\0`] })
      const corrected = storableJson(json)
      const parsed: unknown = JSON.parse(corrected)
      expect(problemIn(parsed, corrected)).toBeUndefined()
      expect(storableJson(corrected)).toBe(corrected)
      expect(storable(words)).toBe(words.replaceAll('\0', '').toWellFormed())
    }),
    { numRuns: 200 },
  )
})
