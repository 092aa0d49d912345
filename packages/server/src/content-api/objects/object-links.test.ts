import { linkToObject } from '@typecase/contract/object-links'
import { unpublishObjects, updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { objectsOf } from '../testing/read-content.ts'

let server: TestServer
let owner: Owner
let storm: string
let hidden: string
let story: string

const add = async (type: string, title: string, more: object = {}): Promise<string> =>
  (await addOneObject(server, owner, { type, title, status: 'published', ...more })).id

const update = async (object_id: string, data: object) =>
  (
    await server.call(updateObject, { body: { slug: owner.bucket.slug, object_id, data } }, owner)
  ).ok()

const read = async (id: string, query: object = {}) => {
  const [object] = await objectsOf(server, owner, { query: { id }, ...query })
  if (!object) throw new Error('The object was not found.')
  return object
}

/** Of the two types, one is served as stored, and the other has relations to look up. */
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  const texts = [
    { key: 'body', type: 'rich-text' as const },
    { key: 'page', type: 'html-textarea' as const },
  ]
  const rows = [{ key: 'text', title: 'Text', type: 'markdown' as const }]
  await addType(server, owner, 'notes', texts)
  await addType(server, owner, 'stories', [
    ...texts,
    { key: 'rows', type: 'repeater', repeater_fields: rows },
    { key: 'after', type: 'object', object_type: 'notes' },
  ])
  storm = await add('notes', 'The Storm')
  hidden = await add('notes', 'Hidden')
  const link = linkToObject(storm)
  const note = await add('notes', 'A note', { metadata: { body: `See [it](${link}).` } })
  story = await add('stories', 'The Draft', {
    content: `<p><a href="${link}">It</a> and <a href='${linkToObject(hidden)}'>that</a></p>`,
    metadata: {
      body: `[It](${link}#calm "Once") and ![it](${link}), not \`${link}\`.`,
      page: `<a class="a" href="${link}">${link}</a>`,
      rows: [{ text: `[it](<${link}>)` }],
      after: note,
    },
  })
})
afterAll(() => server.remove())

test('links to objects are read as slugs, in all texts and in related objects', async () => {
  const link = linkToObject(storm)
  const { content, metadata } = await read(story, { depth: 1 })
  expect(content).toBe(`<p><a href="/the-storm">It</a> and <a href='/hidden'>that</a></p>`)
  expect(metadata).toMatchObject({
    body: `[It](/the-storm#calm "Once") and ![it](/the-storm), not \`${link}\`.`,
    page: `<a class="a" href="/the-storm">${link}</a>`,
    rows: [{ text: '[it](</the-storm>)' }],
    after: { metadata: { body: 'See [it](/the-storm).' } },
  })
})

test('links follow a changed slug, with any characters', async () => {
  await update(storm, { slug: 'stürme"(1)\'' })
  const [{ content }, note] = await Promise.all([
    read(story, { props: 'content' }),
    objectsOf(server, owner, { query: { type: 'notes' }, props: 'metadata' }),
  ])
  expect(content).toContain('<a href="/st%C3%BCrme%22%281%29%27">It</a>')
  expect(note.map(({ metadata }) => metadata['body'])).toContain(
    'See [it](/st%C3%BCrme%22%281%29%27).',
  )
  await update(storm, { slug: 'the-storm' })
})

test('a link to an unpublished object stays as stored, but leads to its slug for readers of drafts', async () => {
  const body = { slug: owner.bucket.slug, object_ids: [hidden] }
  ;(await server.call(unpublishObjects, { body }, owner)).ok()
  expect((await read(story)).content).toContain(`<a href='${linkToObject(hidden)}'>that</a>`)
  const { preview_key: read_key } = owner.bucket.api_access
  const draft = await read(story, { read_key, status: 'any' })
  expect(draft.content).toContain(`<a href='/hidden'>that</a>`)
})
