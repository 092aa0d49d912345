import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestServer, type TestServer } from '../testing/test-server.ts'

const FOLDER = join(import.meta.dirname, '../../../../tests/fixtures/data-folder')
const unzipped = (name: string) => gunzipSync(readFileSync(join(FOLDER, name)))

/** What an older version answered. */
interface Answered {
  name: string
  url: string
  token?: string
  body: object
}

// The fixture's own form.
const answers = JSON.parse(unzipped('answers.json.gz').toString()) as Answered[]

describe('a data folder of the first release', () => {
  let server: TestServer
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'typecase-'))
    writeFileSync(join(dataDir, 'typecase.sqlite'), unzipped('typecase.sqlite.gz'))
    server = await startTestServer({
      DATA_DIR: dataDir,
      CLOCK: '2026-11-22T08:00:00.000Z',
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
  })
  afterAll(() => server.remove())

  test.each(answers)('answers as before: $name', async ({ url, token, body }) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await server.http.inject({ url, headers })
    // Answers may hold more than they did.
    expect(answer.json()).toMatchObject(body)
  })
})
