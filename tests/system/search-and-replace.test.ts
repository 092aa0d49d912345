import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { undoChangeSet } from '@typecase/contract/change-sets'
import { getJob } from '@typecase/contract/jobs'
import {
  searchAndReplace,
  type SearchAndReplaceResult,
} from '@typecase/contract/search-and-replace'
import { addManyObjects, addType, type FieldInput } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/** 69,202 artworks (Tate, CC0), if they exist next to the repository. */
const TATE = join(import.meta.dirname, '../../../shared/fixtures/tate/artworks.ndjson.gz')
const GENERATED = 6000
/** Number of objects in one write. */
const SOME = 5000

const fields: FieldInput[] = [
  { key: 'medium', type: 'text' },
  { key: 'credit', type: 'textarea' },
  { key: 'dates', type: 'text' },
  { key: 'url', type: 'text' },
  { key: 'width', type: 'number' },
  { key: 'subjects', type: 'json' },
]

interface Artwork {
  title: string
  metadata: Record<string, unknown>
}

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'artworks', fields)
  const all = existsSync(TATE) ? tateArtworks() : generatedArtworks()
  for (let at = 0; at < all.length; at += SOME) {
    const some = all.slice(at, at + SOME)
    await addManyObjects(server, owner, 'artworks', some.length, (n) => ({
      title: some[n]?.title ?? '',
      metadata: JSON.stringify(some[n]?.metadata),
    }))
  }
})
afterAll(() => server.remove())

function tateArtworks(): Artwork[] {
  const lines = gunzipSync(readFileSync(TATE)).toString().trimEnd().split('\n')
  return lines.map((line) => {
    const sample = JSON.parse(line) as Record<string, unknown> & { title: string | null }
    return {
      title: (sample.title ?? 'Untitled').slice(0, 1000),
      metadata: {
        medium: sample['medium'],
        credit: sample['credit_line'],
        dates: sample['date_text'],
        url: sample['url'],
        width: Number(sample['width'] ?? 0),
        subjects: sample['subjects'],
      },
    }
  })
}

const WORDS = [
  'River',
  'the river',
  'rivers &',
  'graphite “on” paper',
  '1812–1845',
  'a\\b',
  'Ünder',
]

function generatedArtworks(): Artwork[] {
  const word = (n: number) => WORDS[n % WORDS.length] ?? ''
  return Array.from({ length: GENERATED }, (_, n) => ({
    title: `${word(n)} ${n}`,
    metadata: {
      medium: n % 3 === 0 ? `${word(n >> 1)}\n${word(n >> 2)}` : null,
      credit: word(n * 5).repeat(n % 4),
      dates: `c.${1700 + (n % 300)}–${1750 + (n % 250)}`,
      url: `http://example.org/${word(n).toLowerCase()}`,
      width: n,
      subjects: [word(n * 3), word(n + 1)],
    },
  }))
}

type Texts = Record<string, string[]>

/** Reads every text of every object directly from the table. */
async function allTexts(): Promise<Texts> {
  const rows = await server.app.db.read
    .selectFrom('objects')
    .select(['id', 'title', 'content', 'metadata'])
    .where('bucket_id', '=', owner.bucket.id)
    .execute()
  return Object.fromEntries(
    rows.map(({ id, title, content, metadata }) => {
      const values = Object.values(JSON.parse(metadata) as Record<string, unknown>)
      return [id, [title, content, ...values.flat().filter((value) => typeof value === 'string')]]
    }),
  )
}

const call = async (body: object) =>
  // The response of this endpoint on success.
  (
    await server.send(searchAndReplace, { body: { slug: owner.bucket.slug, ...body } }, owner)
  ).ok() as SearchAndReplaceResult

const searches: [name: string, body: { find: string; match?: object }, oracle: RegExp][] = [
  ['a word in any case', { find: 'river' }, /river/gi],
  ['an exact text', { find: 'River', match: { case: true } }, /River/g],
  [
    'a whole word',
    { find: 'river', match: { whole_word: true } },
    /(?<![\p{L}\p{N}\p{M}_])river(?![\p{L}\p{N}\p{M}_])/giu,
  ],
  ['what JSON escapes', { find: 'a\\b' }, /a\\b/gi],
  [
    'a pattern',
    { find: '([0-9]{4})[–-]([0-9]{4})', match: { regex: true } },
    /([0-9]{4})[–-]([0-9]{4})/g,
  ],
]

test.each(searches)('%s has as many matches as a search by hand', async (_name, body, oracle) => {
  const allValues = Object.values(await allTexts()).map((texts) =>
    texts.reduce((sum, text) => sum + (text.match(oracle)?.length ?? 0), 0),
  )
  const answer = await call({ ...body, replace: 'x', dry_run: true })
  expect({ objects: answer.matched_objects, matches: answer.matches }).toEqual({
    objects: allValues.filter((count) => count > 0).length,
    matches: allValues.reduce((sum, count) => sum + count, 0),
  })
})

test('a replacement has the same result as one by hand, and its undo restores every text', async () => {
  const before = await allTexts()
  const body = { find: '([0-9]{4})[–-]([0-9]{4})', replace: '$2 to $1', match: { regex: true } }
  const { job } = await call(body)
  const end = await jobEnd(job?.id)
  expect(end).toMatchObject({ status: 'done', failed: 0 })
  const target = Object.entries(before).map(([id, texts]) => [
    id,
    texts.map((text) => text.replaceAll(/([0-9]{4})[–-]([0-9]{4})/g, '$2 to $1')),
  ])
  expect(differences(await allTexts(), Object.fromEntries(target))).toEqual([])

  const undo = { slug: owner.bucket.slug, change_set_id: end.change_set_id ?? '' }
  const undone = (await server.call(undoChangeSet, { body: undo }, owner)).ok()
  expect(await jobEnd(undone.job?.id)).toMatchObject({ status: 'done', failed: 0 })
  expect(differences(await allTexts(), before)).toEqual([])
})

/** Returns the first differences: a report of all of them would be megabytes long. */
const differences = (actual: Texts, target: Texts) =>
  Object.keys(target)
    .filter((id) => JSON.stringify(actual[id]) !== JSON.stringify(target[id]))
    .slice(0, 3)
    .map((id) => [actual[id], target[id]])

const jobEnd = (id = '') =>
  waitFor(
    async () => (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job,
    (job) => job.finished_at !== null,
    300_000,
  )
