import { listObjects } from '@typecase/contract/objects'
import { afterAll, expect, test, vi } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { picture } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { upload } from '../../testing/uploads.ts'
import { exported, unzip } from './testing/export-bucket.ts'
import { importFile } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

const servers: TestServer[] = []
afterAll(async () => {
  for (const server of servers) await server.remove()
})

/** Creates a bucket on another server, which has no object of the same id, and so keeps the ids of the export. */
async function emptyBucket(): Promise<{ server: TestServer; owner: Owner }> {
  const server = await startTestServer()
  servers.push(server)
  return { server, owner: await addOwner(server) }
}

async function objectsOf(server: TestServer, owner: Owner) {
  const query = { slug: owner.bucket.slug, limit: 100 }
  return (await server.call(listObjects, { query }, owner)).ok().objects.map(({ object }) => object)
}

test('an export as Markdown is imported as the same objects', async () => {
  const { server, owner } = await emptyBucket()
  await addType(server, owner, 'people')
  await addType(
    server,
    owner,
    'stories',
    [
      { key: 'body', type: 'markdown' },
      { key: 'rating', type: 'number' },
      { key: 'is_open', type: 'switch' },
      { key: 'date', type: 'date' },
      { key: 'code', type: 'text' },
      { key: 'by', type: 'object', object_type: 'people' },
      { key: 'others', type: 'objects', object_type: 'people' },
      { key: 'cover', type: 'file' },
      {
        key: 'steps',
        type: 'repeater',
        repeater_fields: [{ key: 'step', title: 'Step', type: 'text' }],
      },
    ],
    { localization: true },
  )
  const bytes = await picture().png().toBuffer()
  const [media] = await upload(server, owner, { name: 'sea.png', bytes })
  if (!media) throw new Error('Nothing was uploaded.')
  const ada = await addOneObject(server, owner, {
    type: 'people',
    title: 'Ada',
    content: '<p>Hi <b>there</b></p>',
  })
  const bea = await addOneObject(server, owner, {
    type: 'people',
    title: 'Bea: “the second”',
    status: 'published',
  })
  await addOneObject(server, owner, {
    type: 'stories',
    title: 'First',
    locale: 'en',
    status: 'published',
    thumbnail: media.name,
    metadata: {
      body: `# Hello\n\nSee [Ada](object:${ada.id}) and ![it](${media.url}).\n\n---\n\nThe end\n`,
      rating: 4.5,
      is_open: true,
      date: '2026-01-31',
      code: '007',
      by: ada.id,
      others: [bea.id, ada.id],
      cover: media.name,
      steps: [{ step: 'One' }, { step: 'yes' }],
    },
  })
  await addOneObject(server, owner, {
    type: 'stories',
    title: 'Erste',
    slug: 'first',
    locale: 'de',
  })
  const zip = await exported(server, owner, { format: 'markdown' })
  const files = await unzip(zip)
  expect([...files.keys()].toSorted()).toEqual([
    `media/${media.name}`,
    'people/ada.md',
    'people/bea-the-second.md',
    'stories/first.de.md',
    'stories/first.en.md',
  ])
  const story = String(files.get('stories/first.en.md'))
  expect(story).toContain('by: ../people/ada.md\n')
  expect(story).toContain(`[Ada](../people/ada.md) and ![it](../media/${media.name}).`)

  const other = await emptyBucket()
  const { report } = await importFile(other.server, other.owner, zip, { name: 'site.zip' })
  expect(report).toMatchObject({ objects: { added: 4 }, media: { added: 1 }, total_errors: 0 })
  const [before, after] = [
    await objectsOf(server, owner),
    await objectsOf(other.server, other.owner),
  ].map((objects) => new Map(objects.map((object) => [object.id, object])))
  const name =
    [...(after?.values() ?? [])].find(({ slug, locale }) => slug === 'first' && locale === 'en')
      ?.thumbnail ?? ''
  for (const [id, { title, slug, type, status, locale, content, metadata, created_at }] of before ??
    []) {
    const values: unknown = JSON.parse(JSON.stringify(metadata).replaceAll(media.name, name))
    expect(after?.get(id)).toMatchObject({ title, slug, type, status, locale, content, created_at })
    expect(after?.get(id)?.metadata).toMatchObject(values as object)
  }
  const secondImport = await importFile(other.server, other.owner, zip, { name: 'site.zip' })
  expect(secondImport.report?.objects).toMatchObject({ added: 0, updated: 0, unchanged: 4 })
})
