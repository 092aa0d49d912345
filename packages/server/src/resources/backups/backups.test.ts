import { gunzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'

import { listAudit } from '@typecase/contract/audit'
import {
  addBackup,
  type Backup,
  deleteBackup,
  downloadBackup,
  listBackups,
  restoreBackup,
  setBackupSchedule,
} from '@typecase/contract/backups'
import { updateProjectBilling } from '@typecase/contract/projects'
import { deleteBucket } from '@typecase/contract/buckets'
import { undoChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import { getExport, type ImportReport } from '@typecase/contract/import-export'
import { deleteMedia, listMedia } from '@typecase/contract/media'
import { deleteObjects, listObjects, updateObject } from '@typecase/contract/objects'
import type { AddOn } from '@typecase/contract/plans'
import { emptyTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { sweepFiles, storeKey } from '../../storage/stored-files.ts'
import { addTestCard, signInAgain } from '../../testing/billing.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { mailsOf, mailTo } from '../../testing/outbox.ts'
import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile, upload } from '../../testing/uploads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { unzip, zipOf } from '../import-export/testing/export-bucket.ts'
import { endOf, importFile } from '../import-export/testing/import-file.ts'
import { formatUtcMinute } from './restore-backup.ts'
import { startDueBackups } from './start-due.ts'

// Each backup starts a thread.
vi.setConfig({ testTimeout: 60_000 })

const HOUR = 3600 * 1000
const DAY = 24 * HOUR

// This is a Thursday.
const clock = createTestClock(Date.UTC(2026, 10, 26, 12))
let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [{ key: 'hero', type: 'file' }])
})

const slug = () => owner.bucket.slug
const list = async () => (await server.call(listBackups, { query: { slug: slug() } }, owner)).ok()
const backups = async () => (await list()).backups
const schedule = (data: object, more: { rev?: number } = {}, by: { token: string } = owner) =>
  server.send(setBackupSchedule, { body: { slug: slug(), data, ...more } }, by)
const post = (title: string, metadata: object = {}) =>
  addOneObject(server, owner, { type: 'posts', title, metadata })
const titles = async () =>
  (await server.call(listObjects, { query: { slug: slug(), limit: 100 } }, owner))
    .ok()
    .objects.map(({ object }) => object.title)
    .toSorted()
const mediaNames = async () =>
  (await server.call(listMedia, { query: { slug: slug() } }, owner))
    .ok()
    .media.map(({ original_name }) => original_name)
    .toSorted()

/** Backs the bucket up and waits for the end of the job. */
async function backUp(): Promise<Backup> {
  const { backup, job } = (await server.call(addBackup, { body: { slug: slug() } }, owner)).ok()
  const ended = await endOf(server, owner, job)
  expect(ended).toMatchObject({ status: 'done', errors: [] })
  const backupRow = (await backups()).find(({ id }) => id === backup.id)
  if (!backupRow) throw new Error('the backup is not there')
  return backupRow
}

async function restore({ id: backup_id }: Backup, dry_run = false) {
  const body = { slug: slug(), backup_id, dry_run }
  const { job } = (await server.call(restoreBackup, { body }, owner)).ok()
  const ended = await endOf(server, owner, job)
  return { job: ended, report: ended.result as ImportReport }
}

async function downloaded({ id: backup_id }: Backup): Promise<Map<string, Buffer>> {
  const body = { slug: slug(), backup_id }
  const { job } = (await server.call(downloadBackup, { body }, owner)).ok()
  expect(await endOf(server, owner, job)).toMatchObject({ status: 'done' })
  const params = { slug: slug(), job_id: job.id }
  const { export: made } = (await server.call(getExport, { params }, owner)).ok()
  expect(made.name).toBe(`${slug()}-${new Date(clock.now()).toISOString().slice(0, 10)}.zip`)
  return unzip((await fetchFile(server, made.url)).bytes)
}

/** Advances the clock and signs in again, since sessions expire with time. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  owner = { ...owner, ...(await signInAgain(server, owner)) }
}

/** Runs the schedule, and waits for its backups. */
async function due(): Promise<readonly Backup[]> {
  await startDueBackups(server.app)
  return waitFor(backups, (all) => all.every(({ state }) => state !== 'running'), 30_000)
}

const storedFiles = async () => {
  await sweepFiles(server.app)
  const rows = await server.app.db.read
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', owner.bucket.id)
    .execute()
  return rows.length
}

const everyCall = (backup_id: string, by: { token?: string }, of = slug()) => {
  const body = { slug: of, backup_id }
  return [
    () => server.send(listBackups, { query: { slug: of } }, by),
    () => server.send(setBackupSchedule, { body: { slug: of, data: { hour: 4 } } }, by),
    () => server.send(downloadBackup, { body }, by),
    () => server.send(restoreBackup, { body: { ...body, dry_run: true } }, by),
    () => server.send(deleteBackup, { query: body }, by),
    () => server.send(addBackup, { body: { slug: of } }, by),
  ]
}
const statuses = async (...of: Parameters<typeof everyCall>) => {
  const answers = []
  for (const call of everyCall(...of)) answers.push((await call()).status)
  return answers
}

describe('access to backups', () => {
  test('returns 401 without a session', async () => {
    expect(new Set(await statuses(newId(), {}))).toEqual(new Set([401]))
  })

  test('is for admins of the bucket, and a backup of another bucket is answered like a missing one', async () => {
    const backup = await backUp()
    const developer = await addPerson(server)
    await join(server, developer, owner, 'developer')
    expect(new Set(await statuses(backup.id, developer))).toEqual(new Set([403]))

    const other = await addOwner(server)
    expect(new Set(await statuses(backup.id, other))).toEqual(new Set([404]))
    const target = { slug: other.bucket.slug, backup_id: backup.id }
    const missing = { ...target, backup_id: newId() }
    for (const endpoint of [restoreBackup, downloadBackup]) {
      const answer = (await server.call(endpoint, { body: target }, other)).error()
      const { message } = (await server.call(endpoint, { body: missing }, other)).error()
      expect(answer).toMatchObject({ status: 404, message })
    }
    expect((await server.call(deleteBackup, { query: target }, other)).status).toBe(404)

    const admin = await addPerson(server)
    await join(server, admin, owner, 'admin')
    expect(await statuses(backup.id, admin)).toEqual([200, 200, 202, 202, 200, 202])
  })

  test('without the add-on is limited to listing, downloading and deleting, and schedules pause', async () => {
    const limited = await startTestServer({ PLAN_LIMITS: 'on' }, { clock })
    const shared = server
    server = limited
    try {
      owner = await addOwner(server)
      const buy = async (add_ons: AddOn[]) => {
        const body = { project_id: owner.project.id, data: { add_ons } }
        ;(await server.call(updateProjectBilling, { body }, owner)).ok()
      }
      const refused = (await server.call(addBackup, { body: { slug: slug() } }, owner)).error()
      expect(refused).toMatchObject({ code: 'forbidden', status: 403 })
      expect(refused.message).toContain('Automatic backups is an add-on')
      expect((await schedule({ is_on: true })).status).toBe(403)
      expect(await list()).toMatchObject({ has_add_on: false, backups: [] })

      await addTestCard(server, owner)
      await buy(['automatic_backups'])
      const backup = await backUp()
      expect((await schedule({ is_on: true })).status).toBe(200)
      // Removed add-ons stay until the period ends.
      await buy([])
      await pass(32 * DAY)
      await addType(server, owner, 'posts')
      await post('New')
      expect(await due()).toMatchObject([{ id: backup.id, unchanged_at: null }])
      expect(await list()).toMatchObject({ has_add_on: false, schedule: { is_on: true } })
      const body = { slug: slug(), backup_id: backup.id }
      expect((await server.call(restoreBackup, { body }, owner)).status).toBe(403)
      expect((await schedule({ is_on: false })).status).toBe(200)
      expect((await server.call(downloadBackup, { body }, owner)).status).toBe(202)
      expect((await server.call(deleteBackup, { query: body }, owner)).status).toBe(200)
    } finally {
      server = shared
      await limited.remove()
    }
  })
})

describe('a request for a schedule or a backup', () => {
  test.each<[string, object, string]>([
    ['an hour that no day has', { hour: 24 }, 'data.hour'],
    ['half an hour', { hour: 1.5 }, 'data.hour'],
    ['a weekday that no week has', { weekday: 0 }, 'data.weekday'],
    ['another interval', { every: 'month' }, 'data.every'],
    ['keeping none', { keep_daily: 0 }, 'data.keep_daily'],
    ['keeping too many', { keep_weekly: 53 }, 'data.keep_weekly'],
    ['an unknown setting', { minute: 3 }, 'data.minute'],
  ])('returns 400 for %s', async (_, data, path) => {
    const refused = (await schedule(data)).error()
    expect(refused).toMatchObject({ status: 400, details: [{ path }] })
  })

  test('returns 412 for a stale schedule', async () => {
    expect((await schedule({ hour: 5 })).status).toBe(200)
    expect((await schedule({ hour: 6 }, { rev: 0 })).status).toBe(412)
    expect((await schedule({ hour: 6 }, { rev: 1 })).ok()).toMatchObject({
      schedule: { hour: 6, rev: 2, is_on: false, next_at: null },
    })
  })
})

describe('a backup', () => {
  test('contains what an export does, and shares the bytes of media with other backups', async () => {
    const [file] = await upload(server, owner, { bytes: 'bytes', name: 'a.txt' })
    await post('First', { hero: file?.name })
    const backup = await backUp()
    expect(backup).toMatchObject({
      state: 'done',
      reason: 'manual',
      created_by: owner.id,
      object_types: 1,
      objects: 1,
      media: 1,
      media_size: 5,
      job: null,
    })
    // There are two files: the text, and the media file, whose bytes are stored once.
    expect(await storedFiles()).toBe(2)
    const zip = await downloaded(backup)
    expect([...zip.keys()]).toEqual(['bucket.json', `media/${file?.name}`])
    expect(String(zip.get(`media/${file?.name}`))).toBe('bytes')
    const { bucket } = JSON.parse(String(zip.get('bucket.json'))) as {
      bucket: { slug: string; objects: { title: string }[] }
    }
    expect(bucket).toMatchObject({ slug: slug(), objects: [{ title: 'First' }] })

    const second = await backUp()
    expect(await storedFiles()).toBe(2)
    const query = { slug: slug(), backup_id: backup.id }
    expect((await server.call(deleteBackup, { query }, owner)).status).toBe(200)
    expect(await storedFiles()).toBe(2)
    expect((await downloaded(second)).size).toBe(2)
    const { entries } = (
      await server.call(
        listAudit,
        { query: { project_id: owner.project.id, kind: 'bucket' } },
        owner,
      )
    ).ok()
    expect(entries.map(({ kind }) => kind).filter((kind) => kind.includes('backup'))).toEqual([
      'bucket.download_backup',
      'bucket.delete_backup',
      'bucket.add_backup',
      'bucket.download_backup',
      'bucket.add_backup',
    ])
  })

  test('contains no secrets', async () => {
    await post('First')
    const backup = await backUp()
    const { file_id } = await server.app.db.read
      .selectFrom('backups')
      .select('file_id')
      .where('bucket_id', '=', owner.bucket.id)
      .where('id', '=', backup.id)
      .executeTakeFirstOrThrow()
    const packed = await buffer(
      await server.app.store.read(storeKey(owner.bucket.id, file_id ?? '')),
    )
    const text = String(gunzipSync(packed))
    expect(text).toContain('First')
    for (const word of [owner.token, 'read_key', 'write_key', 'secret', owner.email])
      expect(text).not.toContain(word)
  })

  test('restores objects and media, even media deleted for good; the restore can be planned and undone', async () => {
    const [live, trashed, purged] = await upload(
      server,
      owner,
      { bytes: 'kept', name: 'kept.txt' },
      { bytes: 'trashed', name: 'trashed.txt' },
      { bytes: 'purged', name: 'purged.txt' },
    )
    const first = await post('First', { hero: purged?.name })
    await post('Second', { hero: live?.name })
    const backup = await backUp()

    const toTrash = (id = '') =>
      server.call(deleteMedia, { body: { slug: slug(), media_ids: [id] } }, owner)
    ;(await toTrash(purged?.id)).ok()
    await server
      .call(emptyTrash, { body: { slug: slug(), subject: 'media' } }, owner)
      .then((answer) => answer.ok())
    ;(await toTrash(trashed?.id)).ok()
    await server
      .call(deleteObjects, { body: { slug: slug(), object_ids: [first.id] } }, owner)
      .then((answer) => answer.ok())
    await post('Third')
    await upload(server, owner, { bytes: 'later', name: 'later.txt' })
    await storedFiles()

    const dry = await restore(backup, true)
    expect(dry.report).toMatchObject({
      mode: 'dry_run',
      objects: { added: 1, updated: 0, unchanged: 1, deleted: 1 },
      total_errors: 0,
    })
    expect(await titles()).toEqual(['Second', 'Third'])

    const { job } = await restore(backup)
    expect(job).toMatchObject({ status: 'done', errors: [] })
    const audited = { project_id: owner.project.id, kind: 'bucket.restore_backup' }
    const { entries } = (await server.call(listAudit, { query: audited }, owner)).ok()
    expect(entries).toMatchObject([{ subject: { id: backup.id } }])
    expect(await titles()).toEqual(['First', 'Second'])
    expect(await mediaNames()).toEqual(['kept.txt', 'purged.txt', 'trashed.txt'])
    const { objects } = (
      await server.call(listObjects, { query: { slug: slug(), limit: 10 } }, owner)
    ).ok()
    const { media } = (await server.call(listMedia, { query: { slug: slug() } }, owner)).ok()
    const back = media.find(({ original_name }) => original_name === 'purged.txt')
    expect(objects.find(({ object }) => object.title === 'First')?.object.metadata['hero']).toBe(
      back?.name,
    )
    expect(String((await fetchFile(server, back?.url ?? '')).bytes)).toBe('purged')

    const undo = { slug: slug(), change_set_id: job.change_set_id ?? '' }
    const undone = (await server.call(undoChangeSet, { body: undo }, owner)).ok()
    expect(undone.title).toBe(`Undo: Restore the backup of ${formatUtcMinute(clock.now())}`)
    expect(await titles()).toEqual(['Second', 'Third'])
  })

  test('keeps the files of media deleted for good until the last backup of them is deleted', async () => {
    const [file] = await upload(server, owner, { bytes: 'bytes', name: 'a.txt' })
    const all = [await backUp(), await backUp()]
    const trash = { slug: slug(), media_ids: [file?.id ?? ''] }
    ;(await server.call(deleteMedia, { body: trash }, owner)).ok()
    const empty = { slug: slug(), subject: 'media' as const }
    ;(await server.call(emptyTrash, { body: empty }, owner)).ok()
    // Both backups share the text file and the media file.
    expect(await storedFiles()).toBe(2)
    for (const [n, { id: backup_id }] of all.entries()) {
      const query = { slug: slug(), backup_id }
      ;(await server.call(deleteBackup, { query }, owner)).ok()
      expect(await storedFiles()).toBe(n === 0 ? 2 : 0)
    }
  })

  test('is deleted with its bucket, together with its files', async () => {
    await post('First')
    await schedule({ is_on: true })
    await backUp()
    const { app } = server
    const confirm = { query: { slug: slug() } }
    await server.call(deleteBucket, confirm, owner).then((answer) => answer.ok())
    const rows = () =>
      app.db.read
        .selectFrom('backups')
        .select('id')
        .where('bucket_id', '=', owner.bucket.id)
        .execute()
    await waitFor(rows, (all) => all.length === 0, 30_000)
    expect(await storedFiles()).toBe(0)
    await pass(2 * DAY)
    expect(await startDueBackups(app)).toBe(0)
  })
})

describe('a schedule', () => {
  const on = { is_on: true, keep_daily: 2, keep_weekly: 0 }

  test('makes one backup when due, however often it is checked, and none if nothing changed', async () => {
    await post('First')
    const { schedule: set } = (await schedule(on)).ok() as { schedule: { next_at: string } }
    expect(set.next_at).toBe('2026-11-27T03:00:00.000Z'.replace('2026-11-27', nextDay()))
    expect(await due()).toEqual([])
    // After a stop of four days, only one backup is made.
    await pass(4 * DAY)
    const counts = await Promise.all([1, 2, 3].map(() => startDueBackups(server.app)))
    const [first, ...others] = await due()
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1)
    expect(first).toMatchObject({ state: 'done', reason: 'schedule', created_by: null, objects: 1 })
    expect(others).toEqual([])

    await pass(DAY)
    expect(await due()).toMatchObject([{ id: first?.id, unchanged_at: clock.iso() }])
    // The bucket's version changes, but the backup's content does not.
    const object = await post('Other')
    await server
      .call(deleteObjects, { body: { slug: slug(), object_ids: [object.id] } }, owner)
      .then((answer) => answer.ok())
    await pass(DAY)
    expect(await due()).toMatchObject([{ id: first?.id, unchanged_at: clock.iso() }])
  })

  const nextDay = () => new Date(clock.now() + DAY - (clock.now() % DAY)).toISOString().slice(0, 10)

  test('keeps the configured number of backups and all manual ones, and deletes the files of the rest', async () => {
    const first = await post('First')
    await schedule(on)
    const manual = await backUp()
    for (const day of [1, 2, 3, 4]) {
      await server
        .call(
          updateObject,
          { body: { slug: slug(), object_id: first.id, data: { title: `Day ${day}` } } },
          owner,
        )
        .then((answer) => answer.ok())
      await pass(DAY)
      await due()
    }
    const remaining = await backups()
    expect(remaining.map(({ reason }) => reason)).toEqual(['schedule', 'schedule', 'manual'])
    expect(remaining.at(-1)?.id).toBe(manual.id)
    await waitFor(storedFiles, (count) => count === 3)
  })

  test('sends one e-mail when a backup fails, retries every hour, and keeps earlier backups', async () => {
    const [file] = await upload(server, owner, { bytes: 'x', name: 'x.txt' })
    await post('First', { hero: file?.name })
    await schedule(on)
    await pass(DAY)
    await due()
    await post('Second')
    await pass(DAY)
    const { store } = server.app
    const put = store.put
    store.put = () => Promise.reject(new Error('the store is away'))
    try {
      const [failed, before] = await due()
      expect(failed).toMatchObject({ state: 'failed', reason: 'schedule' })
      expect(failed?.failure).toBe('Something went wrong on the server.')
      expect(before).toMatchObject({ state: 'done' })
      await mailTo(server, owner.email)
      await pass(HOUR)
      expect((await due()).map(({ state }) => state)).toEqual(['failed', 'done'])
      expect(mailsOf(server, owner.email)).toHaveLength(1)
      store.put = put
      await pass(HOUR)
      const [made] = await due()
      expect(made).toMatchObject({ id: failed?.id, state: 'done', failure: null, objects: 2 })
      expect(await backups()).toHaveLength(2)
    } finally {
      store.put = put
    }
  })

  test('a downloaded ZIP of a backup can be imported into another bucket', async () => {
    const [file] = await upload(server, owner, { bytes: 'bytes', name: 'a.txt' })
    await post('First', { hero: file?.name })
    const zip = await downloaded(await backUp())
    const other = await addOwner(server)
    const { report } = await importFile(server, other, await zipOf(zip), { name: 'b.zip' })
    expect(report).toMatchObject({ objects: { added: 1 }, media: { added: 1 } })
  })
})
