import {
  findMedia,
  findObject,
  findObjects,
  findObjectType,
  findObjectTypes,
  findOneMedia,
  findRevision,
  findRevisions,
} from '@typecase/contract/content'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../testing/content.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let owner: Owner
let other: Owner
let objectId: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  other = await addOwner(server)
  await addType(server, owner, 'posts')
  objectId = (await addOneObject(server, owner, { type: 'posts', title: 'A' })).id
})
afterAll(() => server.remove())

const endpoints = [
  findObjects,
  findObject,
  findObjectTypes,
  findObjectType,
  findRevisions,
  findRevision,
  findMedia,
  findOneMedia,
]

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s',
  (_id, endpoint) => {
    const send = (query: Record<string, unknown>, headers: Record<string, string> = {}) =>
      server.send(
        endpoint,
        {
          params: {
            slug: owner.bucket.slug,
            id: objectId,
            type_slug: 'posts',
            revision_id: newId(),
          },
          query,
        },
        { headers },
      )

    test('401 without, with a wrong and with another bucket’s key', async () => {
      const { read_key, write_key } = other.bucket.api_access
      const bad = [{}, { read_key: '' }, { read_key: 'wrong' }, { read_key }, { write_key }]
      for (const query of bad) {
        const { status, code } = (await send(query)).error()
        expect({ status, code }).toEqual({ status: 401, code: 'unauthenticated' })
      }
      const bearer = await send({}, { authorization: `Bearer ${write_key}` })
      expect(bearer.status).toBe(401)
    })

    test('401 for a session’s token, also beside the right key', async () => {
      const { read_key } = owner.bucket.api_access
      const headers = { authorization: `Bearer ${owner.token}` }
      expect((await send({}, headers)).status).toBe(401)
      expect((await send({ read_key }, headers)).status).toBe(401)
    })

    test('takes either key, in the address or in the header, bare or as bearer', async () => {
      const { write_key } = owner.bucket.api_access
      const read_key = owner.bucket.api_access.read_key ?? ''
      const answers = [
        await send({ read_key }),
        await send({ read_key: write_key }),
        await send({ write_key }),
        await send({}, { authorization: read_key }),
        await send({}, { authorization: `Bearer ${write_key}` }),
      ]
      for (const { status } of answers) expect([200, 404]).toContain(status)
    })

    test('400 for a parameter that it does not know', async () => {
      const { read_key } = owner.bucket.api_access
      const answer = await send({ read_key, wibble: '1' })
      expect(answer.error()).toMatchObject({
        status: 400,
        details: [{ path: 'wibble', rule: 'unknown_key' }],
      })
    })
  },
)

test('a bucket that does not exist is named, with or without a key', async () => {
  for (const query of [{}, { read_key: owner.bucket.api_access.read_key }]) {
    const answer = await server.send(findObjects, { params: { slug: 'x' }, query })
    expect(answer.error()).toMatchObject({
      status: 404,
      message: "bucket with slug: 'x' not found",
    })
  }
})
