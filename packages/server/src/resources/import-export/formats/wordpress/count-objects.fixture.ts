import { parentPort, workerData } from 'node:worker_threads'

import { openExport } from '../open-export.ts'
import wordpress from './format.ts'

/** A thread that reads the export of `workerData`, and posts the number of its objects with content. */
const { file, folder } = workerData as { file: string; folder: string }
const files = await openExport(file, 'blog.xml', folder)
if (!files) throw new Error('This is no export.')
const bucket = await wordpress.read(files, {
  warn: () => undefined,
  importedObject: () => undefined,
  options: {},
})
let objects = 0
for await (const { content } of bucket.objects()) if (content !== undefined) objects += 1
await files.close()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(objects)
