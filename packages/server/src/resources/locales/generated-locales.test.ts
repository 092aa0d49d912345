import { updateBucket } from '@typecase/contract/buckets'
import {
  addGeneratedLocale,
  addLocale,
  generateFields,
  objectLocales,
} from '@typecase/contract/locales'
import { type CmsObject, listObjects, updateObject } from '@typecase/contract/objects'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { startTestAi, type TestAi } from '../../testing/ai-server.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let ai: TestAi
let server: TestServer
let owner: Owner
let object: CmsObject
beforeAll(async () => {
  ai = await startTestAi()
  server = await startTestServer(ai.settings)
})
afterAll(async () => {
  await server.remove()
  ai.close()
})

/** Returns the texts that a request wants translated. */
function textsOf({ body }: TestAi['requests'][number]): string[] {
  const content = body.messages?.at(-1)?.content
  return typeof content === 'string' ? (JSON.parse(content) as string[]) : []
}
/** Makes the provider answer with a result for the texts of the last request. */
function answerWith(makeTexts: (texts: string[]) => unknown): void {
  ai.answer = (reply) => {
    const last = ai.requests.at(-1)
    const content = JSON.stringify(makeTexts(last ? textsOf(last) : []))
    reply.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }))
  }
}
const shout = (texts: string[]) => texts.map((text) => text.toUpperCase())

const BODY =
  '<h2 class="a">The <em>old</em> door</h2><p>Salt &amp; wind</p><img alt="Wave" src="a.png">'
const NOTES = '# The wave\n\n- one [link](https://a.example/x)\n\n```\nnot this\n```\n'

beforeEach(async () => {
  owner = await addOwner(server)
  const body = { slug: owner.bucket.slug, data: { locales: ['en', 'de'] } }
  ;(await server.call(updateBucket, { body }, owner)).ok()
  await addType(
    server,
    owner,
    'posts',
    [
      { key: 'teaser', type: 'text', maxlength: 10 },
      { key: 'body', type: 'html-textarea' },
      { key: 'notes', type: 'markdown' },
      { key: 'kind', type: 'select', options: [{ value: 'news' }] },
      { key: 'rating', type: 'number' },
      {
        key: 'steps',
        type: 'repeater',
        repeater_fields: [{ key: 'text', title: 'Text', type: 'text' }],
      },
    ],
    { localization: true },
  )
  const metadata = {
    teaser: 'A wave',
    body: BODY,
    notes: NOTES,
    kind: 'news',
    rating: 4,
    steps: [{ text: 'wait' }, { text: 'look' }],
  }
  object = await addOneObject(server, owner, {
    type: 'posts',
    title: 'The door',
    locale: 'en',
    metadata,
  })
  ai.requests = []
  answerWith(shout)
})
afterEach(() => (ai.answer = undefined))

const call = () => ({ body: { slug: owner.bucket.slug, object_id: object.id, locale: 'de' } })
const generate = async () =>
  ((await server.send(addGeneratedLocale, call(), owner)).ok() as { object: CmsObject }).object
const count = async () => {
  const query = { slug: owner.bucket.slug }
  return (await server.call(listObjects, { query }, owner)).ok().total
}

test('texts are translated, and HTML and Markdown keep their structure', async () => {
  const german = await generate()
  expect(german).toMatchObject({
    locale: 'de',
    slug: 'the-door',
    status: 'draft',
    title: 'THE DOOR',
  })
  expect(german.metadata).toEqual({
    teaser: 'A WAVE',
    body: '<h2 class="a">THE <em>OLD</em> DOOR</h2><p>SALT &amp; WIND</p><img alt="Wave" src="a.png">',
    notes: '# THE WAVE\n\n- ONE [LINK](https://a.example/x)\n\n```\nnot this\n```\n',
    kind: 'news',
    rating: 4,
    steps: [{ text: 'WAIT' }, { text: 'LOOK' }],
  })
  const [task] = ai.requests[0]?.body.messages ?? []
  expect(task?.content).toContain('from English (en) to German (de)')
})

test('shortcodes and template tags are not translated in HTML, Markdown and plain text', async () => {
  const text = 'Dear {{ name | default: "you" }}, {% if late %}sorry{% endif %} &lt;&gt;'
  const html = `<p>{{object type="posts" slug="door" /}}</p><p>${text}</p>`
  const metadata = { body: html, notes: text, steps: [{ text: 'by {{ first_name }} and me' }] }
  const body = { slug: owner.bucket.slug, object_id: object.id, data: { metadata } }
  ;(await server.call(updateObject, { body }, owner)).ok()
  const german = await generate()
  const shouted = 'DEAR {{ name | default: "you" }}, {% if late %}SORRY{% endif %} &lt;&gt;'
  expect(german.metadata).toMatchObject({
    body: `<p>{{object type="posts" slug="door" /}}</p><p>${shouted}</p>`,
    notes: shouted,
    steps: [{ text: 'BY {{ first_name }} AND ME' }],
  })
})

test.each([
  ['<p>Run <code>npm <b>start</b></code> now</p>', '<p>RUN <code>npm <b>start</b></code> NOW</p>'],
  ['<pre>\nlet a\n</pre>then', '<pre>\nlet a\n</pre>THEN'],
  [
    'Press <kbd>Enter</kbd>, see <samp>done</samp>, <var>count</var> times',
    'PRESS <kbd>Enter</kbd>, SEE <samp>done</samp>, <var>count</var> TIMES',
  ],
  [
    '<p translate="no">Kettle <em>&amp;</em> Co <b translate="yes">opens</b></p><p>today</p>',
    '<p translate="no">Kettle <em>&amp;</em> Co <b translate="yes">OPENS</b></p><p>TODAY</p>',
  ],
  [
    '<p class="x notranslate">Kettle</p><p class="notranslated" translate="">open</p>',
    '<p class="x notranslate">Kettle</p><p class="notranslated" translate="">OPEN</p>',
  ],
  ['<ul><li><code>a</code><li>b</ul>', '<ul><li><code>a</code><li>B</ul>'],
])('code and text marked as untranslatable stay unchanged in HTML: %s', async (html, german) => {
  const metadata = { body: html }
  const body = { slug: owner.bucket.slug, object_id: object.id, data: { metadata } }
  ;(await server.call(updateObject, { body }, owner)).ok()
  expect((await generate()).metadata['body']).toBe(german)
  const prompts = ai.requests.flatMap(textsOf).join(' ')
  expect(prompts).not.toMatch(/npm|let a|Enter|Kettle/)
})

test('a translation that its field does not accept is left out', async () => {
  answerWith((texts) => texts.map((text) => `${text} and ${text}`))
  const { metadata } = await generate()
  expect(metadata['teaser']).toBe('')
  expect(metadata['steps']).toEqual([{ text: 'wait and wait' }, { text: 'look and look' }])
})

test('texts are requested again in parts when the provider leaves one out', async () => {
  answerWith((texts) => (texts.length > 3 ? texts.slice(1) : shout(texts)))
  expect((await generate()).title).toBe('THE DOOR')
  expect(ai.requests.length).toBeGreaterThan(2)
})

test('a malformed answer from the provider returns 503 and adds nothing', async () => {
  answerWith(() => 'I cannot do that')
  const error = (await server.send(addGeneratedLocale, call(), owner)).error()
  expect(error).toMatchObject({ status: 503, code: 'unavailable' })
  expect(await count()).toBe(1)
})

test('an existing version returns 409 without a request to the provider', async () => {
  await generate()
  ai.requests = []
  expect((await server.send(addGeneratedLocale, call(), owner)).status).toBe(409)
  expect(ai.requests).toEqual([])
})

test('an object saved during its translation returns 409, and no version is added', async () => {
  ai.answer = (reply) => {
    const body = { slug: owner.bucket.slug, object_id: object.id, data: { title: 'The gate' } }
    void (async () => {
      await server.call(updateObject, { body }, owner)
      const [aiRequest] = ai.requests
      const content = JSON.stringify(shout(aiRequest ? textsOf(aiRequest) : []))
      reply.end(JSON.stringify({ choices: [{ message: { content } }] }))
    })()
  }
  expect((await server.send(addGeneratedLocale, call(), owner)).status).toBe(409)
  expect(await count()).toBe(1)
})

test('single fields are translated from the source, but not saved', async () => {
  const added = await server.send(addLocale, { body: { ...call().body, from: 'empty' } }, owner)
  const { id } = (added.ok() as { object: CmsObject }).object
  const fields = ['metadata.teaser', 'metadata.steps']
  const body = { slug: owner.bucket.slug, object_id: id, fields }
  const { values } = (await server.call(generateFields, { body }, owner)).ok()
  expect(values).toEqual({
    'metadata.teaser': 'A WAVE',
    'metadata.steps': [{ text: 'WAIT' }, { text: 'LOOK' }],
  })
  expect(ai.requests.flatMap(textsOf)).toEqual(['A wave', 'wait', 'look'])
  const query = { slug: owner.bucket.slug, object_id: id }
  const { versions } = (await server.call(objectLocales, { query }, owner)).ok()
  expect(versions.find(({ locale }) => locale === 'de')?.missing).toContain('metadata.teaser')
})

test('the fields of the source itself cannot be translated: 400', async () => {
  const body = { slug: owner.bucket.slug, object_id: object.id, fields: ['title'] }
  const error = (await server.send(generateFields, { body }, owner)).error()
  expect(error).toMatchObject({ status: 400, details: [{ path: 'object_id' }] })
})
