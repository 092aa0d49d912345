import type { ErrorBody } from '@typecase/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { addMedia } from '../../testing/media.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { sendForm, upload } from '../../testing/uploads.ts'
import { importFile } from '../import-export/testing/import-file.ts'
import { callsOf, FREE, refused } from './limits.fixture.ts'

// Imports start threads.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let clock: TestClock
let owner: Owner
beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({ PLAN_LIMITS: 'on' }, { clock })
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
})

const { slugOf, usage } = callsOf(() => ({ server, owner }))

describe('the limit of media', () => {
  const file = (bytes = 'x', name = 'a.txt') => ({ bytes, name, type: 'text/plain' })
  const send = (...files: ReturnType<typeof file>[]) =>
    sendForm(
      server,
      `/v3/buckets/${slugOf()}/media-upload`,
      owner.token,
      files.map((one) => ['files', one] as const),
    )
  const asError = (json: unknown) => json as ErrorBody
  const begin = (size: number) =>
    server.http.inject({
      method: 'POST',
      url: `/v3/buckets/${slugOf()}/media-upload/resumable`,
      headers: {
        authorization: `Bearer ${owner.token}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(size),
        'upload-metadata': `filename ${Buffer.from('a.bin').toString('base64')}`,
      },
    })
  const setSize = (id: string | undefined, size: number) =>
    server.app.db.write(
      ({ db }) =>
        db
          .updateTable('media')
          .set({ size })
          .where('id', '=', id ?? '')
          .execute(),
      'serializable',
    )
  const files = async () => {
    const rows = server.app.db.read.selectFrom('files').select('id')
    return (await rows.where('owner_id', '=', owner.bucket.id).execute()).length
  }

  test('refuses files beyond the number of the plan, and does not store their bytes', async () => {
    await addMedia(
      server,
      owner,
      Array.from({ length: FREE.media_files - 1 }, () => ({})),
    )
    const two = await send(file('one', 'one.txt'), file('two', 'two.txt'))
    expect(asError(two.json)).toMatchObject(
      refused('media_files', /: 199 are used, and this would add 2\./),
    )
    expect(await files()).toBe(0)
    const answers = await Promise.all([send(file('a')), send(file('b'))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
    expect(asError((await send(file('c'))).json)).toMatchObject(refused('media_files'))
    expect(begun(await begin(1))).toMatchObject(refused('media_files'))
    const key = owner.bucket.api_access?.write_key ?? ''
    const byKey = await sendForm(server, `/v3/buckets/${slugOf()}/media`, key, [
      ['media', file('d')],
    ])
    expect(byKey.status).toBe(403)
    const media = [
      {
        name: 'far.png',
        original_name: 'far.png',
        type: 'image/png',
        url: 'https://cdn.example.org/far.png',
        location: 'https://cdn.example.org',
      },
    ]
    const object_types = [{ title: 'Posts', slug: 'posts', metafields: [] }]
    const { job } = await importFile(
      server,
      owner,
      JSON.stringify({ bucket: { media, object_types } }),
    )
    expect(job.errors.at(-1)?.reason).toMatch(/allows 200 media files, and all are used/)
    expect(await usage()).toMatchObject({ media_files: FREE.media_files })
  })

  const begun = (answer: Awaited<ReturnType<typeof begin>>) => answer.json<ErrorBody>()

  test('refuses files beyond the storage of the plan, when they are uploaded, resumed or replaced', async () => {
    const [first] = await upload(server, owner, file('12345'))
    await setSize(first?.id, FREE.media_storage - 10)
    expect(begun(await begin(11))).toMatchObject(
      refused('media_storage', /allows 5 GB of media: 5 GB is used, and this would add 1 MB/),
    )
    expect((await begin(10)).statusCode).toBe(201)
    const large = file('12345678901', 'b.txt')
    expect(asError((await send(large)).json)).toMatchObject(refused('media_storage'))
    const [second] = await upload(server, owner, file('1', 'c.txt'))
    const replace = (name: FormFile) =>
      sendForm(server, `/v3/buckets/${slugOf()}/media-upload/replace/${second?.id}`, owner.token, [
        ['files', name],
      ])
    expect(asError((await replace(large)).json)).toMatchObject(refused('media_storage'))
    expect((await replace(file('123'))).status).toBeLessThan(300)
    expect(await usage()).toMatchObject({
      media_storage: FREE.media_storage - 10 + 3,
      media_files: 2,
    })
    // A smaller file is accepted even over the limit.
    await setSize(first?.id, FREE.media_storage)
    expect((await replace(file('1'))).status).toBeLessThan(300)
    expect(asError((await send(file('1'))).json)).toMatchObject(
      refused('media_storage', /and all of it is used/),
    )
  })
  type FormFile = ReturnType<typeof file>
})
