import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { TOKEN_PREFIX } from '@typecase/contract/access-tokens'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { newToken } from '../secrets/tokens.ts'
import { addOwner, type Owner } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
})
afterAll(() => server.remove())

describe.each([
  ['buckets.get', getBucket],
  ['buckets.update', updateBucket],
  ['objects.list', listObjects],
] as const)('%s', (_id, endpoint) => {
  const refusal = async (query: object, headers: Record<string, string>) =>
    (await server.send(endpoint, { query: { ...query } }, { headers })).error()

  test.each(['read_key', 'preview_key', 'write_key'] as const)(
    'answers 401 for a %s, and says that a session is needed',
    async (name) => {
      const key = owner.bucket.api_access[name]
      const attempts: [object, Record<string, string>][] = [
        [{}, { authorization: `Bearer ${key}` }],
        [{}, { authorization: key }],
        [{ read_key: key }, {}],
        [{ write_key: key }, {}],
      ]
      for (const [query, headers] of attempts) {
        expect(await refusal(query, headers)).toMatchObject({
          status: 401,
          code: 'unauthenticated',
          message:
            'This call needs the session of a person who is logged in. A bucket key opens the content API only.',
        })
      }
    },
  )

  test('answers 401, and says whether the session has ended, the token is invalid or none was sent', async () => {
    for (const token of [newToken(), `${TOKEN_PREFIX}${newToken()}`]) {
      const ended = await refusal({}, { authorization: `Bearer ${token}` })
      expect(ended).toMatchObject({
        status: 401,
        message: 'Your session has ended. Log in again.',
      })
    }
    for (const authorization of ['Bearer nonsense', 'Basic a b', `Bearer ${newToken()}x`])
      expect(await refusal({}, { authorization })).toMatchObject({
        status: 401,
        message: 'This token is not valid.',
      })
    expect(await refusal({}, {})).toMatchObject({ status: 401, message: 'Log in to do this.' })
  })
})
