import {
  addBackup,
  deleteBackup,
  downloadBackup,
  listBackups,
  restoreBackup,
} from '@typecase/contract/backups'
import { cancelJob } from '@typecase/contract/jobs'
import { deleteMedia } from '@typecase/contract/media'
import { emptyTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { upload } from '../../testing/uploads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { endOf } from '../import-export/testing/import-file.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'posts')
  await addOneObject(server, owner, { type: 'posts', title: 'First' })
})

const slug = () => owner.bucket.slug
const add = () => server.call(addBackup, { body: { slug: slug() } }, owner)
const backups = async () =>
  (await server.call(listBackups, { query: { slug: slug() } }, owner)).ok().backups
const settled = async () => waitFor(backups, (all) => all.every(({ state }) => state !== 'running'))

/** Starts a backup, and holds it while its file is on the way to the store. */
async function startHeld() {
  const { store } = server.app
  const { put } = store
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  store.put = async (key, path) => {
    asked.resolve()
    await released.promise
    return put(key, path)
  }
  const { backup, job } = (await add()).ok()
  await asked.promise
  store.put = put
  return { backup, job, release: () => released.resolve() }
}

test('while a backup runs, it returns 409 for any use of it, and so does another backup', async () => {
  const { backup, job, release } = await startHeld()
  const body = { slug: slug(), backup_id: backup.id }
  const calls = [
    () => add(),
    () => server.call(restoreBackup, { body }, owner),
    () => server.call(downloadBackup, { body }, owner),
    () => server.call(deleteBackup, { query: body }, owner),
  ]
  for (const call of calls) expect((await call()).status).toBe(409)
  release()
  expect(await endOf(server, owner, job)).toMatchObject({ status: 'done' })
  expect(await backups()).toMatchObject([{ id: backup.id, state: 'done' }])
  expect((await add()).status).toBe(202)
  await settled()
})

test('a backup that is cancelled during its upload fails with that reason, and the next one is made', async () => {
  const { backup, job, release } = await startHeld()
  ;(await server.call(cancelJob, { body: { job_id: job.id } }, owner)).ok()
  release()
  expect(await endOf(server, owner, job)).toMatchObject({ status: 'cancelled' })
  expect(await settled()).toMatchObject([
    { id: backup.id, state: 'failed', failure: 'It was cancelled.' },
  ])
  const next = (await add()).ok()
  expect(await endOf(server, owner, next.job)).toMatchObject({ status: 'done' })
})

test('a backup that failed does not keep the files of media that are deleted for good', async () => {
  const [media] = await upload(server, owner, { bytes: 'text', name: 'a.txt' })
  const { job, release } = await startHeld()
  ;(await server.call(cancelJob, { body: { job_id: job.id } }, owner)).ok()
  release()
  await settled()
  const body = { slug: slug(), media_ids: [media?.id ?? ''] }
  ;(await server.call(deleteMedia, { body }, owner)).ok()
  ;(await server.call(emptyTrash, { body }, owner)).ok()
  const files = server.app.db.read.selectFrom('files').select('id')
  const stored = files.where('owner_id', '=', owner.bucket.id).where('state', '=', 'stored')
  expect(await stored.execute()).toEqual([])
})
