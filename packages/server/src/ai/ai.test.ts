import {
  generateAltText,
  generateAltTexts,
  generateImage,
  generateText,
} from '@typecase/contract/ai'
import { undoChangeSet } from '@typecase/contract/change-sets'
import { getJob, type Job } from '@typecase/contract/jobs'
import { listMedia } from '@typecase/contract/media'
import type { Media } from '@typecase/contract/media-upload'
import { createBucketClient } from '@cosmicjs/sdk'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startTestAi, type TestAi } from '../testing/ai-server.ts'
import { addOwner, addPerson, join, type Owner } from '../testing/people.ts'
import { picture } from '../testing/pictures.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { fetchFile, upload } from '../testing/uploads.ts'
import { waitFor } from '../testing/wait-for.ts'

let ai: TestAi
let server: TestServer
/** A server without AI settings. */
let unconfigured: TestServer
let owner: Owner
let media: Media
beforeAll(async () => {
  ai = await startTestAi()
  ai.picture = await picture().png().toBuffer()
  server = await startTestServer({ ...ai.settings, RATE_LIMITS: 'on' })
  unconfigured = await startTestServer()
})
afterAll(async () => {
  await server.remove()
  await unconfigured.remove()
  ai.close()
})
beforeEach(async () => {
  owner = await addOwner(server)
  const bytes = await picture(2000, 1000).png().toBuffer()
  const [added] = await upload(server, owner, { bytes, name: 'a.png' })
  if (!added) throw new Error('nothing was stored')
  media = added
  ai.requests = []
})
afterEach(() => (ai.answer = undefined))

const WRITTEN = 'A red lighthouse at dusk'
const textCall = (of: Owner, body: object = { prompt: 'Say something' }) => ({
  params: { slug: of.bucket.slug },
  query: {},
  body,
})
const byKey = (of: Owner, key: 'read_key' | 'preview_key' | 'write_key' = 'write_key') => ({
  token: of.bucket.api_access[key],
})
const altCall = (of: Owner, about: object) => ({ body: { slug: of.bucket.slug, ...about } })

async function endOf(job: Job | undefined): Promise<Job> {
  return waitFor(
    async () => {
      const query = { job_id: job?.id ?? '' }
      return (await server.call(getJob, { query }, owner)).ok().job
    },
    ({ finished_at: at }) => at !== null,
  )
}
const altTexts = async () => {
  const query = { slug: owner.bucket.slug }
  const listed = (await server.call(listMedia, { query }, owner)).ok().media
  return Object.fromEntries(listed.map(({ original_name, alt_text }) => [original_name, alt_text]))
}

describe('a request that may not cost money is refused', () => {
  test('without a key, with a reading or another bucket’s key, or with a session in place of a key', async () => {
    for (const endpoint of [generateText, generateImage]) {
      const call = textCall(owner, { prompt: 'x' })
      expect((await server.send(endpoint, call)).status).toBe(401)
      expect((await server.send(endpoint, call, byKey(owner, 'read_key'))).status).toBe(403)
      expect((await server.send(endpoint, call, byKey(owner, 'preview_key'))).status).toBe(403)
      expect((await server.send(endpoint, call, owner)).status).toBe(401)
    }
    const stranger = await addOwner(server)
    const foreign = await server.send(generateText, textCall(owner), byKey(stranger))
    expect(foreign.status).toBe(401)
    expect(ai.requests).toEqual([])
  })

  test('without a session, in another tenant’s bucket, or as a contributor', async () => {
    const contributor = await addPerson(server)
    await join(server, contributor, owner, 'contributor')
    const stranger = await addOwner(server)
    for (const endpoint of [generateAltText, generateAltTexts] as const) {
      const about =
        endpoint === generateAltText ? { media_id: media.id } : { media_ids: [media.id] }
      const call = altCall(owner, about)
      expect((await server.send(endpoint, call)).status).toBe(401)
      expect((await server.send(endpoint, call, byKey(owner))).status).toBe(401)
      expect((await server.send(endpoint, call, contributor)).status).toBe(403)
      expect((await server.send(endpoint, call, stranger)).status).toBe(404)
    }
    expect(ai.requests).toEqual([])
  })

  test('with another tenant’s picture', async () => {
    const stranger = await addOwner(server)
    const call = altCall(stranger, { url: media.url })
    const answer = await server.send(generateAltText, call, stranger)
    expect(answer.error().details?.[0]?.path).toBe('url')
    const about = textCall(stranger, { prompt: 'x', media_url: media.url })
    const refusal = await server.send(generateText, about, byKey(stranger))
    expect(refusal.error().details?.[0]?.path).toBe('media_url')
    expect(ai.requests).toEqual([])
  })

  test('beyond the limit of a bucket', async () => {
    for (let n = 0; n < 600; n += 1) await server.app.limits.count('ai', owner.bucket.id)
    const answer = await server.send(generateText, textCall(owner), byKey(owner))
    expect(answer.error().code).toBe('limited')
    expect(ai.requests).toEqual([])
  })
})

test('without AI settings, each endpoint answers 424 and names the missing setting', async () => {
  const of = await addOwner(unconfigured)
  const [one] = await upload(unconfigured, of, {
    bytes: await picture().png().toBuffer(),
    name: 'a.png',
  })
  for (const answer of [
    await unconfigured.send(generateText, textCall(of), byKey(of)),
    await unconfigured.send(generateImage, textCall(of, { prompt: 'x' }), byKey(of)),
    await unconfigured.send(generateAltText, altCall(of, { media_id: one?.id }), of),
    await unconfigured.send(generateAltTexts, altCall(of, { media_ids: [one?.id] }), of),
  ]) {
    expect(answer.error()).toMatchObject({ status: 424, code: 'not_configured' })
    expect(answer.error().message).toContain('AI_BASE_URL')
  }
})

describe('generating a text', () => {
  test('is refused without a prompt, with both prompt and messages, and with unknown keys', async () => {
    for (const [body, path] of [
      [{}, 'prompt'],
      [{ prompt: 'x', messages: [{ role: 'user', content: 'y' }] }, 'prompt'],
      [{ prompt: 'x', temperature: 1 }, 'temperature'],
    ] as const) {
      const answer = await server.send(generateText, textCall(owner, body), byKey(owner))
      expect(answer.error().details?.[0]?.path).toBe(path)
    }
  })

  test('returns the text with its usage, and sends the API key to the provider', async () => {
    const body = { prompt: 'Say something', model: 'large-model', max_tokens: 5 }
    const answer = await server.send(generateText, textCall(owner, body), byKey(owner))
    expect(answer.ok()).toEqual({ text: WRITTEN, usage: { input_tokens: 7, output_tokens: 3 } })
    expect(ai.requests).toMatchObject([
      {
        path: '/v1/chat/completions',
        authorization: 'Bearer secret',
        body: { model: 'large-model', max_tokens: 5 },
      },
    ])
  })

  test('works with the SDK, both as a whole and as a stream', async () => {
    const url = await server.http.listen({ port: 0, host: '127.0.0.1' })
    const client = createBucketClient({
      bucketSlug: owner.bucket.slug,
      readKey: owner.bucket.api_access.read_key,
      writeKey: owner.bucket.api_access.write_key,
      custom: { apiUrl: `${url}/v3`, uploadUrl: `${url}/v3` },
    })
    const whole = await client.ai.generateText({ prompt: 'Say something' })
    expect(whole).toMatchObject({ text: WRITTEN })
    const stream = await client.ai.stream({ prompt: 'Say something', stream: true } as never)
    let text = ''
    const ended = Promise.withResolvers<void>()
    stream.on('text', (part: string) => (text += part))
    stream.on('end', () => ended.resolve())
    stream.on('error', (reason: unknown) => ended.reject(reason))
    await ended.promise
    expect(text).toBe(WRITTEN)
  })

  test.each<[number, string, string]>([
    [401, 'unavailable', 'AI_API_KEY'],
    [429, 'limited', 'later'],
    [500, 'unavailable', 'problem'],
    [404, 'unavailable', 'AI_BASE_URL'],
    [400, 'invalid', '400'],
  ])(
    'reports that the provider answers %i, without the details of its answer',
    async (status, code, words) => {
      ai.answer = (reply) => reply.writeHead(status).end('secret details')
      const answer = await server.send(generateText, textCall(owner), byKey(owner))
      expect(answer.error().code).toBe(code)
      expect(answer.error().message).toContain(words)
      expect(answer.error().message).not.toContain('secret')
    },
  )

  test('reports an answer of the provider that is nonsense, too large or missing', async () => {
    ai.answer = (reply) => reply.end('<html>')
    const nonsense = await server.send(generateText, textCall(owner), byKey(owner))
    expect(nonsense.error().code).toBe('unavailable')
    ai.answer = (reply) => reply.end('x'.repeat(3_000_000))
    const large = await server.send(generateText, textCall(owner), byKey(owner))
    expect(large.error().code).toBe('too_large')
    ai.answer = (reply) => reply.destroy()
    const nothing = await server.send(generateText, textCall(owner), byKey(owner))
    expect(nothing.error().code).toBe('unavailable')
  })
})

test('a generated picture becomes a media, and an answer that is no picture is refused', async () => {
  const call = textCall(owner, { prompt: 'A lighthouse', folder: 'drawn', size: '256x256' })
  const answer = await server.send(generateImage, call, byKey(owner))
  const { media: made, revised_prompt } = answer.ok() as { media: Media; revised_prompt: string }
  expect(revised_prompt).toBe('A better prompt')
  expect(made).toMatchObject({ type: 'image/png', width: 80, folder: 'drawn' })
  expect((await fetchFile(server, made.url)).status).toBe(200)
  ai.answer = (reply) => reply.end(JSON.stringify({ data: [{ b64_json: 'PGh0bWw+' }] }))
  const page = await server.send(generateImage, call, byKey(owner))
  expect(page.status).toBe(400)
})

describe('an alt text', () => {
  test('is refused without a picture of the bucket, naming the parameter', async () => {
    const [note] = await upload(server, owner, { bytes: 'words', name: 'a.txt' })
    for (const [about, path] of [
      [{}, 'media_id'],
      [{ media_id: note?.id, url: media.url }, 'media_id'],
      [{ media_id: note?.id }, 'media_id'],
      [{ url: 'https://example.com/x.png' }, 'url'],
    ] as const) {
      const answer = await server.send(generateAltText, altCall(owner, about), owner)
      expect(answer.error().details?.[0]?.path).toBe(path)
    }
  })

  test('is generated from a small copy of the picture, by id or address, and not saved', async () => {
    const { id, url } = media
    for (const about of [{ media_id: id }, { url: `${url}?w=300` }, { media_id: id, url }]) {
      const answer = await server.send(generateAltText, altCall(owner, about), owner)
      expect(answer.ok()).toEqual({ alt_text: WRITTEN })
    }
    const [aiRequest] = ai.requests
    const content = aiRequest?.body.messages?.at(-1)?.content
    const part = Array.isArray(content) ? content.at(-1) : undefined
    const [head = '', bytes = ''] = part?.image_url?.url.split(',') ?? []
    expect(head).toBe('data:image/jpeg;base64')
    const { width, height } = await sharp(Buffer.from(bytes, 'base64')).metadata()
    expect({ width, height }).toEqual({ width: 768, height: 384 })
    expect(await altTexts()).toEqual({ 'a.png': '' })
  })

  test('is generated for many media in a job, which a plan previews and an undo reverts', async () => {
    await upload(server, owner, { bytes: 'words', name: 'b.txt' })
    const call = altCall(owner, { query: {} })
    const dry = altCall(owner, { query: {}, dry_run: true })
    const plan = (await server.send(generateAltTexts, dry, owner)).ok()
    expect(plan).toMatchObject({ matched: 2, modified: 1, skipped: [{ count: 1 }] })
    expect(ai.requests).toEqual([])

    const { job } = (await server.send(generateAltTexts, call, owner)).ok() as { job: Job }
    const ended = await endOf(job)
    expect(ended).toMatchObject({ status: 'done', done: 1, failed: 1, total: 2 })
    expect(ended.errors).toMatchObject([{ title: 'b.txt' }])
    expect(await altTexts()).toEqual({ 'a.png': WRITTEN, 'b.txt': '' })

    // The second run has nothing to pay for.
    const second = (await server.send(generateAltTexts, call, owner)).ok() as { job: Job }
    await endOf(second.job)
    expect(ai.requests).toHaveLength(1)

    const undo = { slug: owner.bucket.slug, change_set_id: ended.change_set_id ?? '' }
    ;(await server.call(undoChangeSet, { body: undo }, owner)).ok()
    expect(await altTexts()).toEqual({ 'a.png': '', 'b.txt': '' })
  })

  test('for many media stops at the first failure that all others would share', async () => {
    await upload(server, owner, { bytes: await picture(9, 9).png().toBuffer(), name: 'b.png' })
    ai.answer = (reply) => reply.writeHead(401).end()
    const call = altCall(owner, { query: {} })
    const { job } = (await server.send(generateAltTexts, call, owner)).ok() as { job: Job }
    const ended = await endOf(job)
    expect(ended.status).toBe('failed')
    expect(ended.errors.at(-1)?.reason).toContain('AI_API_KEY')
    expect(ai.requests).toHaveLength(1)
  })
})
