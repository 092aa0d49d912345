import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getExtensionValues, updateExtensionValues } from '@typecase/contract/extensions'
import { connect, databaseFile } from '@typecase/server/database/connection'
import { lockDataDir } from '@typecase/server/database/data-lock'
import { install, publish } from '@typecase/server/testing/extensions'
import {
  addFormerFolder,
  formerAnswers,
  formerSettings,
} from '@typecase/server/testing/former-data'
import { addOwner, addWorkspaceOf } from '@typecase/server/testing/people'
import { addDatabase, startPostgres, type TestPostgres } from '@typecase/server/testing/postgres'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.remove())

let count = 0
/** Creates a database without tables. */
const emptyDatabase = () => addDatabase(postgres.address, `copy_${(count += 1)}`, 'template0')

/** Runs the command like someone in a terminal. */
function copy(env: Record<string, string>) {
  const args = ['dist-server/typecase.js', 'database', 'copy']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  })
  return { status, stdout, stderr }
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

const tablesIn = (url: string) =>
  query(url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")

describe('a server on the copy of a data folder', () => {
  let dataDir: string
  let url: string
  let server: TestServer
  beforeAll(async () => {
    dataDir = addFormerFolder()
    url = await emptyDatabase()
    writeFileSync(join(dataDir, 'secret.key'), Buffer.alloc(32, 7).toString('base64url'))
    const { status, stdout, stderr } = copy({ DATA_DIR: dataDir, DATABASE_URL: url })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^ {2}objects +13$/m)
    expect(stdout).toContain('Count and hash of each table are the same in both.')
    expect(stdout).toContain('secret.key')
    server = await startTestServer({ ...formerSettings, DATA_DIR: dataDir, DATABASE_URL: url })
  })
  afterAll(() => server.remove())

  test.each(formerAnswers)(
    'gives the same answer as before: $name',
    async ({ url: path, token, body }) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const answer = await server.http.inject({ url: path, headers })
      // Answers may contain more than before.
      expect(answer.json()).toMatchObject(body)
    },
  )
})

test('the copy keeps the files and values of an extension unchanged', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'typecase-copy-'))
  const url = await emptyDatabase()
  const before = await startTestServer({ DATA_DIR: dataDir })
  const owner = await addOwner(before)
  const { id: workspaceId } = await addWorkspaceOf(before, owner)
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  const { manifest } = await publish(before, owner, workspaceId, {}, { 'a.png': bytes })
  const { url: address } = await install(before, owner, manifest)
  const values = { slug: owner.bucket.slug, extension_id: manifest.id }
  const settings = { ...values, data: { size: 'large' } }
  ;(await before.call(updateExtensionValues, { body: settings }, owner)).ok()
  await before.close()

  const { stderr, stdout } = copy({ DATA_DIR: dataDir, DATABASE_URL: url })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^ {2}extension_files +3$/m)
  const after = await startTestServer({ DATA_DIR: dataDir, DATABASE_URL: url })
  try {
    const { rawPayload } = await after.http.inject({ url: `${address}a.png` })
    expect(rawPayload.equals(bytes)).toBe(true)
    const read = await after.call(getExtensionValues, { query: values }, owner)
    expect(read.ok()).toEqual({ values: { size: 'large' }, rev: 1 })
  } finally {
    await after.remove()
  }
})

describe('the copy of a database is refused', () => {
  let dataDir: string
  let url: string
  beforeEach(async () => {
    dataDir = addFormerFolder()
    url = await emptyDatabase()
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const refusal = (env: Record<string, string> = {}) => {
    const { status, stderr } = copy({ DATA_DIR: dataDir, DATABASE_URL: url, ...env })
    expect(status).toBe(1)
    // The output is a sentence for a person, not a stack trace.
    expect(stderr).not.toMatch(/^\s+at /m)
    return stderr
  }

  test('without a database to copy into, or when it does not answer', () => {
    expect(refusal({ DATABASE_URL: '' })).toContain('DATABASE_URL')
    const away = refusal({ DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/nothing' })
    expect(away).toContain('127.0.0.1:1/nothing')
    expect(away).not.toContain('secret')
  })

  test('when the data folder is empty or in use by a server', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'typecase-copy-'))
    expect(refusal({ DATA_DIR: empty })).toContain(empty)
    const unlock = lockDataDir(dataDir)
    expect(refusal()).toContain('Another server is using')
    unlock()
    expect(await tablesIn(url)).toEqual([])
    rmSync(empty, { recursive: true })
  })

  test('when the target database is not empty, and leaves its content unchanged', async () => {
    await query(url, 'CREATE TABLE theirs (note text)')
    expect(refusal()).toContain('public.theirs')
    expect(await tablesIn(url)).toEqual([{ relname: 'theirs' }])
  })

  test('when PostgreSQL holds rows that differ, and leaves no table behind', async () => {
    // Simulates anything that changes rows during the copy.
    await query(
      url,
      `CREATE FUNCTION change_title() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.title := NEW.title || '!'; RETURN NEW; END $$;
      CREATE FUNCTION add_trigger() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
        IF to_regclass('macros') IS NOT NULL THEN
          CREATE OR REPLACE TRIGGER changing BEFORE INSERT ON macros FOR EACH ROW EXECUTE FUNCTION change_title();
        END IF;
      END $$;
      CREATE EVENT TRIGGER on_tables ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION add_trigger()`,
    )
    expect(refusal()).toContain('macros: PostgreSQL holds 2 rows that differ')
    expect(await tablesIn(url)).toEqual([])
  })
})

test('the copy corrects texts that older versions accepted, and reports how many', async () => {
  const dataDir = addFormerFolder()
  const url = await emptyDatabase()
  const file = connect(databaseFile(dataDir))
  file.prepare('UPDATE macros SET title = ? WHERE is_shared = 1').run('a\0b')
  const metadata = String.raw`{"note":"x\u0000y","half":"\ud800","plain":"\\u0000"}`
  file
    .prepare('UPDATE objects SET metadata = ? WHERE id = (SELECT min(id) FROM objects)')
    .run(metadata)
  file.close()
  const { SECRET_KEY } = formerSettings
  const { status, stdout, stderr } = copy({ DATA_DIR: dataDir, DATABASE_URL: url, SECRET_KEY })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/macros +2, 1 of them corrected/)
  expect(stdout).toMatch(/objects +\d+, 1 of them corrected/)
  expect(await query(url, 'SELECT title FROM macros WHERE is_shared = 1')).toEqual([
    { title: 'ab' },
  ])
  const [row] = await query<{ metadata: object }>(
    url,
    'SELECT metadata FROM objects ORDER BY id LIMIT 1',
  )
  expect(row?.metadata).toEqual({ note: 'xy', half: '\ufffd', plain: '\\u0000' })
  rmSync(dataDir, { recursive: true })
})
