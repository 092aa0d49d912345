import { findObject } from '@typecase/contract/content'
import { updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import '../resources/media-upload/upload-chunks.ts'
import {
  addFormerDatabase,
  addFormerFolder,
  formerAnswers,
  formerSettings,
} from '../testing/former-data.ts'
import { dropDatabase } from '../testing/postgres.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

describe('a server on the data of version 0.2.0', () => {
  let server: TestServer
  let url: string | undefined
  beforeAll(async () => {
    if (isPostgres) url = await addFormerDatabase(inject('postgres'), `former_${process.pid}`)
    server = await startTestServer({
      ...formerSettings,
      DATA_DIR: addFormerFolder(),
      ...(url !== undefined && { DATABASE_URL: url }),
    })
  })
  afterAll(async () => {
    await server.remove()
    if (url !== undefined) await dropDatabase(url)
  })

  test.each(formerAnswers)('answers as before: $name', async ({ url: path, token, body }) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await server.http.inject({ url: path, headers })
    // Responses may have additional fields.
    expect(answer.json()).toMatchObject(body)
  })

  test('edits and publishes an object', async () => {
    const { token = '', slug = '', object_id = '' } = paramsOf('object')
    const data = { title: 'Edited', status: 'published' as const }
    const body = { slug, object_id, data }
    ;(await server.call(updateObject, { body }, { token })).ok()
    const { read_key = '' } = paramsOf('public objects')
    const params = { slug, id: object_id }
    const { object } = (await server.call(findObject, { params, query: { read_key } })).ok()
    expect(object).toMatchObject({ title: 'Edited' })
  })

  test('keeps complete uploads and discards the others', async () => {
    const uploads = await server.app.db.read
      .selectFrom('uploads')
      .select(['size', 'received'])
      .execute()
    expect(uploads).toEqual([{ size: 5, received: 5 }])
  })
})

/** The parameters and the token of a call in the fixture. */
function paramsOf(name: string): Partial<Record<string, string>> {
  const { url = '', token = '' } = formerAnswers.find((answer) => answer.name === name) ?? {}
  return { ...Object.fromEntries(new URL(url, formerSettings.PUBLIC_URL).searchParams), token }
}
