import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { undoChangeSet } from '@typecase/contract/change-sets'
import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { cancelJob, getJob } from '@typecase/contract/jobs'
import { listObjects } from '@typecase/contract/objects'
import { getProject } from '@typecase/contract/projects'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { addOwner, addPerson, join as joinBucket, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openBucketForJob } from '../buckets/bucket-access.ts'
import { endOf, importFile, postForm, sendImport } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
})
afterAll(() => server.remove())

const mapping = {
  format: 'ndjson' as const,
  object_type: 'notes',
  columns: [{ from: 'title', to: 'title' }],
}
const note = (title: string) => `${JSON.stringify({ title })}\n`
const temporary = () => readdirSync(join(server.dataDir, 'tmp'))
/** A job's file is deleted just after the end of the job is stored, so it may still exist when the end is visible. */
const waitForEmptyFolder = () => waitFor(temporary, (files) => files.length === 0)

async function notes() {
  const query = { slug: owner.bucket.slug, query: '{"type":"notes"}', limit: 1000 }
  const answer = await server.call(listObjects, { query }, owner)
  return answer.ok().objects.map(({ object }) => object.title)
}

function form(fields: Record<string, string>, content?: string): FormData {
  const data = new FormData()
  for (const [key, value] of Object.entries(fields)) data.set(key, value)
  if (content !== undefined) data.set('import_file', new Blob([content]), 'file.ndjson')
  return data
}

describe('import-bucket', () => {
  test('answers 401 without a session', async () => {
    expect((await sendImport(server, owner, note('A'), { mapping })).status).toBe(401)
  })

  test('answers 404 for another tenant and 403 for an editor, and accepts a developer', async () => {
    const stranger = await addOwner(server)
    const foreign = await sendImport(server, owner, note('A'), { mapping }, stranger)
    const missing = await sendImport(
      server,
      { bucket: { ...owner.bucket, slug: 'no-such-bucket' } },
      note('A'),
      { mapping },
      stranger,
    )
    expect(foreign.status).toBe(404)
    expect({ ...foreign.error(), request_id: '' }).toEqual({ ...missing.error(), request_id: '' })
    const editor = await addPerson(server)
    await joinBucket(server, editor, owner, 'editor')
    expect((await sendImport(server, owner, note('A'), { mapping }, editor)).status).toBe(403)
    const developer = await addPerson(server)
    await joinBucket(server, developer, owner, 'developer')
    const allowed = await sendImport(server, owner, note('A'), { mapping }, developer)
    await endOf(server, owner, allowed.ok().job)
    await waitForEmptyFolder()
  })

  test.each<[string, Record<string, string>, string | undefined, string]>([
    ['no file', { import_mode: 'merge' }, undefined, 'import_file'],
    ['no mode', {}, '{}', 'import_mode'],
    ['an unknown mode', { import_mode: 'append' }, '{}', 'import_mode'],
    ['an unknown field', { import_mode: 'merge', force: 'true' }, '{}', 'force'],
    ['a mapping that is no JSON', { import_mode: 'merge', mapping: '{' }, '{}', 'mapping'],
    [
      'a mapping without a title',
      { import_mode: 'merge', mapping: JSON.stringify({ ...mapping, columns: [] }) },
      '{}',
      'mapping.columns',
    ],
    [
      'an odd choice',
      { import_mode: 'merge', missing_references: 'drop' },
      '{}',
      'missing_references',
    ],
    ['an odd switch', { import_mode: 'merge', skip_invalid: 'maybe' }, '{}', 'skip_invalid'],
  ])('refuses %s and keeps no file', async (_name, fields, content, path) => {
    const answer = await postForm(server, owner.bucket.slug, form(fields, content), owner)
    expect(answer.status).toBe(400)
    expect(answer.error().details?.[0]?.path).toBe(path)
    expect(temporary()).toEqual([])
  })

  test.each<[string, string | Uint8Array, number, string]>([
    ['an empty zip archive', Buffer.from('PK\x05\x06rest', 'latin1'), 415, 'zip archive'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 415, 'PNG image'],
    ['bytes', new Uint8Array([1, 0, 2]), 415, 'not text'],
    ['nothing', '', 400, 'empty'],
    ['a bucket.json of 65 MB', ' '.repeat(65 * 2 ** 20), 413, '64 MB'],
  ])('refuses %s at once, says what is accepted and keeps no file', async (...sample) => {
    const [, content, status, words] = sample
    const answer = await sendImport(server, owner, content, {}, owner)
    expect(answer.status).toBe(status)
    expect(answer.error().message).toContain(words)
    expect(answer.error().message).toMatch(/NDJSON|UTF-8|MB/)
    expect(temporary()).toEqual([])
  })

  test('refuses a body that is no form with 415, and an incomplete form with 400', async () => {
    const url = `/v3/buckets/${owner.bucket.slug}/import-bucket`
    const headers = { authorization: `Bearer ${owner.token}` }
    const json = await server.http.inject({ method: 'POST', url, headers, payload: {} })
    expect(json.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    const cut = await server.http.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="import_file"; filename="a"\r\n\r\nabc',
    })
    expect(cut.statusCode).toBe(400)
    expect(temporary()).toEqual([])
  })

  test('answers 202 with the job, which ends with a report and leaves no file', async () => {
    const answer = await sendImport(
      server,
      owner,
      note('First'),
      { mapping, name: 'n.ndjson' },
      owner,
    )
    expect(answer.status).toBe(202)
    const { job } = answer.ok()
    expect(job).toMatchObject({ kind: 'import', title: 'Import n.ndjson', status: 'queued' })
    expect(await endOf(server, owner, job)).toMatchObject({
      status: 'done',
      result: { mode: 'merge', format: 'ndjson', objects: { added: 1 } },
    })
    expect(await notes()).toContain('First')
    await waitForEmptyFolder()
  })

  test('accepts gzip, and fields after the file', async () => {
    const data = new FormData()
    data.set('import_file', new Blob([new Uint8Array(gzipSync(note('Packed')))]), 'x.gz')
    data.set('mapping', JSON.stringify(mapping))
    data.set('import_mode', 'merge')
    const answer = await postForm(server, owner.bucket.slug, data, owner)
    expect((await endOf(server, owner, answer.ok().job)).status).toBe('done')
    expect(await notes()).toContain('Packed')
  })

  test('gives the reason if a file cannot be read', async () => {
    const { job } = await importFile(server, owner, 'title\nA\n')
    expect(job.status).toBe('failed')
    expect(job.errors[0]?.reason).toContain('A table needs a mapping')
    const cut = await importFile(server, owner, gzipSync(note('A')).subarray(0, -4), { mapping })
    expect(cut.job.errors[0]?.reason).toContain('cut off')
  })

  test('can be undone as a whole', async () => {
    const { job } = await importFile(server, owner, note('X') + note('Y'), { mapping })
    expect(await notes()).toEqual(expect.arrayContaining(['X', 'Y']))
    const body = { slug: owner.bucket.slug, change_set_id: String(job.change_set_id) }
    expect((await server.call(undoChangeSet, { body }, owner)).ok()).toMatchObject({ restored: 2 })
    expect(await notes()).not.toContain('X')
  })
})

describe('an import that waits or runs', () => {
  test('marks its bucket as importing unless it is a dry run', async () => {
    const gate = Promise.withResolvers<void>()
    server.app.jobs.register('gate', () => gate.promise)
    const { bucket, id } = owner
    await server.app.db.write(
      (write) =>
        server.app.jobs.enqueue(write, openBucketForJob(bucket.id, bucket.slug, id), {
          kind: 'gate',
          title: 'Gate',
          payload: null,
          total: 0,
        }),
      'serializable',
    )
    const isImporting = async () => {
      const query = { slug: bucket.slug }
      const one = (await server.call(getBucket, { query }, owner)).ok().bucket.importing
      const { project } = (
        await server.call(getProject, { query: { project_id: owner.project.id } }, owner)
      ).ok()
      expect(project.buckets.find((other) => other.id === bucket.id)?.importing).toBe(one)
      return one
    }
    const options = { mapping, import_mode: 'dry_run' }
    const dry = (await sendImport(server, owner, note('Dry'), options, owner)).ok().job
    expect(await isImporting()).toBe(false)
    const real = (await sendImport(server, owner, note('Wet'), { mapping }, owner)).ok().job
    expect(await isImporting()).toBe(true)
    gate.resolve()
    await endOf(server, owner, dry)
    await endOf(server, owner, real)
    expect(await isImporting()).toBe(false)
    expect(await notes()).not.toContain('Dry')
  })

  test('changes nothing if it is cancelled while it waits', async () => {
    const gate = Promise.withResolvers<void>()
    server.app.jobs.register('gate', () => gate.promise)
    const { bucket, id } = owner
    await server.app.db.write(
      (write) =>
        server.app.jobs.enqueue(write, openBucketForJob(bucket.id, bucket.slug, id), {
          kind: 'gate',
          title: 'Gate',
          payload: null,
          total: 0,
        }),
      'serializable',
    )
    const { job } = (await sendImport(server, owner, note('Never'), { mapping }, owner)).ok()
    await server.call(cancelJob, { body: { job_id: job.id } }, owner)
    gate.resolve()
    expect((await endOf(server, owner, job)).status).toBe('cancelled')
    await waitForEmptyFolder()
    expect(await notes()).not.toContain('Never')
  })

  test('rolls back what it wrote if it is cancelled while it writes', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => note(`Row ${n}`)).join('')
    const isWriting = Promise.withResolvers<void>()
    const stop = server.app.events.subscribe(owner.bucket.id, (event) => {
      // Reading and planning make up the first three fifths.
      if (event.kind === 'job' && event.job.done / event.job.total > 0.62) isWriting.resolve()
    })
    const { job } = (await sendImport(server, owner, rows, { mapping }, owner)).ok()
    await isWriting.promise
    stop()
    const cancelled = await server.call(cancelJob, { body: { job_id: job.id } }, owner)
    expect(cancelled.status).toBe(200)
    expect(await endOf(server, owner, job)).toMatchObject({ status: 'cancelled', result: null })
    expect(await notes()).not.toContain('Row 0')
    await waitForEmptyFolder()
  })

  test('does not block other writes of its bucket, and loses none of them', async () => {
    const rows = Array.from({ length: 2000 }, (_, n) => note(`Row ${n}`)).join('')
    const { job } = (await sendImport(server, owner, rows, { mapping }, owner)).ok()
    const ended = new AbortController()
    const end = endOf(server, owner, job).finally(() => ended.abort())
    const { db } = server.app
    let writes = 0
    while (!ended.signal.aborted) {
      // Each write makes the plan of the import stale.
      await db.write(
        ({ db: tx }) =>
          tx
            .updateTable('buckets')
            .set((eb) => ({ version: eb('version', '+', 1), title: `Title ${writes}` }))
            .where('id', '=', owner.bucket.id)
            .execute(),
        'serializable',
      )
      writes += 1
    }
    expect(await end).toMatchObject({ status: 'done', result: { objects: { added: 2000 } } })
    const query = { slug: owner.bucket.slug }
    const { bucket } = (await server.call(getBucket, { query }, owner)).ok()
    expect(bucket.title).toBe(`Title ${writes - 1}`)
  })

  test('does not block writes of other buckets', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => note(`Row ${n}`)).join('')
    const other = await addOwner(server)
    const { db } = server.app
    const { withBucketLocked } = db
    const seen: string[] = []
    const rename = async () => {
      const body = { slug: other.bucket.slug, data: { title: 'Meanwhile' } }
      ;(await server.call(updateBucket, { body }, other)).ok()
      seen.push('other')
    }
    db.withBucketLocked = (bucketId, work) => {
      const lent = withBucketLocked(bucketId, work).finally(() => seen.push('import'))
      void rename()
      return lent
    }
    const { job } = (await sendImport(server, owner, rows, { mapping }, owner)).ok()
    expect(await endOf(server, owner, job)).toMatchObject({ status: 'done' })
    db.withBucketLocked = withBucketLocked
    await waitFor(
      () => seen,
      (all) => all.length === 2,
    )
    expect(seen).toEqual(['other', 'import'])
  })

  test('stores its end together with its last chunk', async () => {
    const { db } = server.app
    const { withBucketLocked } = db
    const stored: unknown[] = []
    db.withBucketLocked = async (bucketId, work) => {
      const lent = await withBucketLocked(bucketId, work)
      stored.push(
        ...(await db.read
          .selectFrom('jobs')
          .select(['cursor', 'total', 'done'])
          .where('status', '=', 'running')
          .execute()),
      )
      return lent
    }
    const { job } = (await sendImport(server, owner, note('Last'), { mapping }, owner)).ok()
    await endOf(server, owner, job)
    db.withBucketLocked = withBucketLocked
    expect(stored).toEqual([{ cursor: '"applied"', total: 1, done: 1 }])
  })

  test('a start deletes stale files of imports, but on PostgreSQL keeps files that may be in use', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'typecase-'))
    await (await startTestServer({ DATA_DIR: dataDir })).close()
    const folder = join(dataDir, 'tmp')
    const [stale, fresh] = ['import-of-the-dead.staging', `import-${'a'.repeat(24)}.upload`]
    for (const name of [stale, fresh]) writeFileSync(join(folder, name), 'rows')
    utimesSync(join(folder, stale), 0, 0)
    const started = await startTestServer({ DATA_DIR: dataDir })
    const servers = started.app.settings.DATABASE_URL === undefined ? [] : [fresh]
    await waitFor(
      () => readdirSync(folder),
      (names) => !names.includes(stale),
    )
    expect(readdirSync(folder)).toEqual(servers)
    await started.remove()
  })

  test('continues after the next start if the server is stopped', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'typecase-'))
    let stopped = await startTestServer({ DATA_DIR: dataDir })
    const other = await addOwner(stopped)
    const rows = Array.from({ length: 5000 }, (_, n) => note(`Row ${n}`)).join('')
    const { job } = (await sendImport(stopped, other, rows, { mapping }, other)).ok()
    await waitFor(
      async () => (await stopped.call(getJob, { query: { job_id: job.id } }, other)).ok().job,
      ({ status }) => status === 'running',
    )
    await stopped.close()
    stopped = await startTestServer({ DATA_DIR: dataDir })
    expect(await endOf(stopped, other, job)).toMatchObject({
      status: 'done',
      result: { objects: { added: 5000, unchanged: 0 } },
    })
    await stopped.remove()
  })
})
