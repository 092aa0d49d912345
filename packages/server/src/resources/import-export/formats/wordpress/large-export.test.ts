import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { item, wxr } from './wxr.fixture.ts'

/** Number of parts of 10 MB; the export of a large site has a hundred. */
const RUNS = Number(process.env['WXR_RUNS'] ?? 1)
const POSTS = RUNS * 1000
const TEXT = '<!-- wp:paragraph -->\n<p>Fog over the bay</p>\n<!-- /wp:paragraph -->\n'.repeat(140)
/** Memory limits of the thread that reads. */
const resourceLimits = { maxOldGenerationSizeMb: 60, maxYoungGenerationSizeMb: 8 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'typecase-'))
})
afterAll(() => rm(folder, { recursive: true }))

function* parts(): Generator<string> {
  const [head = '', tail = ''] = wxr('ITEMS').split('ITEMS')
  yield head
  for (let id = 1; id <= POSTS; id += 1) yield item({ id, content: `<h2>${id}</h2>${TEXT}` })
  yield tail
}

test('60 MB of memory are enough to read an export of any size', { timeout: 900_000 }, async () => {
  const file = join(folder, 'blog.xml')
  await pipeline(Readable.from(parts()), createWriteStream(file))
  const module = new URL('./count-objects.fixture.ts', import.meta.url)
  const worker = new Worker(module, {
    resourceLimits,
    workerData: { file, folder: join(folder, 'unpacked') },
  })
  const [objects] = (await once(worker, 'message')) as [number]
  await once(worker, 'exit')
  expect(objects).toBe(POSTS)
})
