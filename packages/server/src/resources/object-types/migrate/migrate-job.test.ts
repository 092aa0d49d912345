import { cancelJob, getJob, listJobFailures } from '@typecase/contract/jobs'
import type { MigrateResult } from '@typecase/contract/object-types-migrate'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { addManyObjects } from '../../../testing/content.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { rename, toNumber, useWorks } from './works.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const works = useWorks()
const { send, typeNow, fieldNow, undo, rows } = works

describe('a migration of more than a hundred objects', () => {
  const COUNT = 450
  const end = (id: string | undefined) =>
    waitFor(
      async () =>
        (await works.server.call(getJob, { query: { job_id: id ?? '' } }, works.owner)).ok().job,
      (job) => job.finished_at !== null,
      30_000,
    )
  beforeEach(async () => {
    await addManyObjects(works.server, works.owner, 'works', COUNT, (n) => ({
      metadata: JSON.stringify({ year: n % 3 === 0 ? 'n/a' : String(n) }),
    }))
  })

  test('is a job that lists each failure, and can be undone and redone by jobs', async () => {
    const before = { rows: await rows(), fields: (await typeNow()).metafields }
    const answer = await send({ changes: [toNumber] })
    expect(answer.status).toBe(202)
    const job = await end((answer.ok() as MigrateResult).job?.id)
    expect(job).toMatchObject({
      kind: 'objectTypes.migrate',
      status: 'done',
      total: COUNT,
      done: 300,
      failed: 150,
      result: { matched: COUNT, modified: COUNT },
    })
    const query = { job_id: job.id, limit: 1000 }
    const { total } = (await works.server.call(listJobFailures, { query }, works.owner)).ok()
    expect(total).toBe(150)
    const after = { rows: await rows(), fields: (await typeNow()).metafields }
    expect(after.fields[0]).toMatchObject({ type: 'number' })

    const undone = await end((await undo(job.change_set_id)).ok().job?.id)
    expect(undone).toMatchObject({ status: 'done', done: COUNT, failed: 0 })
    expect({ rows: await rows(), fields: (await typeNow()).metafields }).toEqual(before)
    await end((await undo(undone.change_set_id)).ok().job?.id)
    expect({ rows: await rows(), fields: (await typeNow()).metafields }).toEqual(after)
  })

  test('fails if the type has changed while it waited', async () => {
    const answers = await Promise.all([send({ changes: [toNumber] }), send({ changes: [rename] })])
    const ids = answers.map((answer) => (answer.ok() as MigrateResult).job?.id)
    const jobs = [await end(ids[0]), await end(ids[1])]
    const done = jobs.find(({ status }) => status === 'done')
    const job = jobs.find(({ status }) => status === 'failed')
    expect(done).toMatchObject({ total: COUNT })
    expect(job).toMatchObject({ change_set_id: null })
    expect(job?.errors[0]?.reason).toMatch(/has changed since/)
    const [field] = (await typeNow()).metafields
    expect(field?.type === 'number').toBe(field?.key === 'year')
  })

  test('is atomic: readers see the old model with old values or the new model with new values', async () => {
    const { job } = (
      await send({ changes: [{ ...toNumber, new_key: 'made' }] })
    ).ok() as MigrateResult
    const seen = new Set<string>()
    const look = async () => {
      const { db } = works.server.app
      // A single statement reads a consistent state.
      const { rows: objects } = await sql<Record<'metafields' | 'year' | 'made', string | null>>`
        SELECT (SELECT metafields FROM object_types WHERE bucket_id = ${works.owner.bucket.id}) AS metafields,
          metadata -> 'year' AS year, metadata -> 'made' AS made
        FROM objects WHERE bucket_id = ${works.owner.bucket.id}`.execute(db.read)
      const [field] = JSON.parse(objects[0]?.metafields ?? '[]') as { key: string }[]
      const typesOf = (key: 'year' | 'made') => {
        const values = objects.map((row) => JSON.parse(row[key] ?? 'null') as unknown)
        return [...new Set(values.flatMap((value) => (value === null ? [] : typeof value)))].join()
      }
      seen.add(`${field?.key}: year ${typesOf('year')}, made ${typesOf('made')}`)
      return (
        await works.server.call(getJob, { query: { job_id: job?.id ?? '' } }, works.owner)
      ).ok().job
    }
    await waitFor(look, ({ finished_at }) => finished_at !== null, 30_000)
    await look()
    expect([...seen]).toEqual(['year: year string, made ', 'made: year , made number'])
  })

  test('changes either nothing or everything if it is cancelled', async () => {
    const before = await rows()
    const { job } = (await send({ changes: [toNumber] })).ok() as MigrateResult
    await works.server.call(cancelJob, { body: { job_id: job?.id ?? '' } }, works.owner)
    const { status } = await end(job?.id)
    const isDone = status === 'done'
    expect((await fieldNow('year'))?.type).toBe(isDone ? 'number' : 'text')
    if (!isDone) expect(await rows()).toEqual(before)
  })
})
