import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addProjectWithBucket, listProjects } from '@typecase/contract/projects'
import { authenticate } from '@typecase/contract/users'
import { connect, databaseFile } from '@typecase/server/database/connection'
import { addFormerFolder } from '@typecase/server/testing/former-data'
import { waitFor } from '@typecase/server/testing/wait-for'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Occupies a port, as another program may. */
const other = createServer()
let takenPort: number
let folder: string
let running: ChildProcess[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  takenPort = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => other.close())
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'typecase-start-'))))
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running = []
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

const environment = (env: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  PORT: '0',
  DATA_DIR: folder,
  LOG_LEVEL: 'info',
  ...env,
})

/** Runs what `npm start` runs. */
function start(args: readonly string[], env: Record<string, string> = {}, under: string[] = []) {
  const [program = '', ...rest] = [...under, process.execPath, 'scripts/start.js', ...args]
  const child = spawn(program, rest, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(env),
  })
  running.push(child)
  let out = ''
  let err = ''
  child.stdout.on('data', (data) => (out += String(data)))
  child.stderr.on('data', (data) => (err += String(data)))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out, err })),
  )
  return {
    child,
    ended,
    said: () => out,
    /** Waits for the banner, and for the log. @returns the server's address */
    async ready(): Promise<string> {
      const urlIn = (text: string) => /listening at (http:[^"]+)/.exec(text)?.[1]
      const text = await waitFor(
        () => out,
        (message) =>
          child.exitCode !== null ||
          (message.includes('Typecase is at') && urlIn(message) !== undefined),
        // A dashboard whose sources changed is built first.
        60_000,
      )
      const url = urlIn(text)
      if (url === undefined) throw new Error(`The server ended with ${child.exitCode}: ${err}`)
      return url
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Runs `npx typecase account create-admin`. @returns the password that it prints */
function createAdmin(email: string): string {
  const args = ['scripts/account.ts', 'create-admin', email]
  const out = execFileSync(process.execPath, args, { cwd: ROOT, env: environment() })
  return String(out).trim().split('\n').at(-1)?.trim() ?? ''
}

/** Expects a start to fail. @returns the one line that names the reason, without technical details */
async function problemOf(env: Record<string, string>, under: string[] = []): Promise<string> {
  const { code, err } = await start(['--empty'], env, under).ended
  expect(code).toBe(1)
  expect(err.trim().split('\n')).toHaveLength(1)
  return err.trim()
}

/** Wraps a program to drop root's right to write everywhere; other users do not have that right. */
const asUser = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all'] : []

describe('a server that cannot start names the setting or the file', () => {
  test('when the port is taken', async () => {
    expect(await problemOf({ PORT: String(takenPort) })).toBe(
      `PORT ${takenPort} is taken: another program is listening on 127.0.0.1:${takenPort}. Stop it, or set another PORT.`,
    )
  })

  test.each(['a..b', '203.0.113.9'])('when %s is not a host of this machine', async (HOST) => {
    expect(await problemOf({ HOST })).toContain(`HOST ${HOST} is not an address of this machine`)
  })

  test('when the database is invalid', async () => {
    const file = join(folder, 'typecase.sqlite')
    writeFileSync(file, 'A shopping list. '.repeat(100))
    expect(await problemOf({})).toBe(
      `DATA_DIR ${folder}: ${file} cannot be used: it is not a database.`,
    )
  })

  test('when the database is from an earlier version', async () => {
    const former = addFormerFolder()
    const connection = connect(databaseFile(former))
    connection.exec("DELETE FROM migrations WHERE name > '0049'")
    connection.close()
    expect(await problemOf({ DATA_DIR: former })).toBe(
      'The database is from a version before 0.2.0. Start it once with Typecase 0.2.0, then with this version.',
    )
    rmSync(former, { recursive: true })
  })

  test('when a file is in the place of the data folder', async () => {
    const file = join(folder, 'typecase.sqlite')
    writeFileSync(file, '')
    expect(await problemOf({ DATA_DIR: file })).toBe(
      `DATA_DIR ${file}: ${file} cannot be used: a file is in its place.`,
    )
    expect(await problemOf({ DATA_DIR: join(file, 'data') })).toContain(
      'part of its path is a file',
    )
  })

  test.runIf(process.platform === 'linux')('when the data folder cannot be created', async () => {
    expect(await problemOf({ DATA_DIR: '/proc/typecase/data' })).toBe(
      'DATA_DIR /proc/typecase/data: /proc/typecase cannot be used: it cannot be made there.',
    )
  })

  test.runIf(process.platform !== 'win32')('when the data folder is read-only', async () => {
    chmodSync(folder, 0o500)
    const file = join(folder, 'lock.sqlite')
    expect(await problemOf({}, asUser)).toContain(`DATA_DIR ${folder}: ${file} cannot be used: `)
    const inside = join(folder, 'data')
    expect(await problemOf({ DATA_DIR: inside }, asUser)).toBe(
      `DATA_DIR ${inside}: ${inside} cannot be used: this user may not use it.`,
    )
  })

  test('when another server uses the data folder', async () => {
    await start(['--empty']).ready()
    expect(await problemOf({})).toContain(`Another server is using the data folder ${folder}.`)
  })

  test('when several settings are wrong, listing all of them', async () => {
    const { code, err } = await start([], {
      PUBLIC_URL: 'https://example.com/cms',
      CAPTCHA_SECRET: 'a secret',
    }).ended
    expect(code).toBe(1)
    for (const name of ['PUBLIC_URL', 'CAPTCHA_SITE_KEY', 'CAPTCHA_VERIFY_URL'])
      expect(err).toContain(`  ${name} `)
  })

  test('when an option is unknown', async () => {
    const { code, err } = await start(['--emtpy']).ended
    expect(code).toBe(2)
    expect(err).toContain('--emtpy is not an option of npm start.')
    expect(err).toContain('npm start -- --empty')
  })
})

test('the help lists the options, the commands and the settings', async () => {
  const { code, out } = await start(['--help']).ended
  expect(code).toBe(0)
  expect(out).toContain('npm start -- --empty')
  expect(out).toContain('npx typecase account ')
  expect(out).toContain('DATA_DIR')
})

test('a first start creates no demo when the port is taken, because its password would be lost', async () => {
  await start([], { PORT: String(takenPort) }).ended
  const { ready, said } = start([])
  await ready()
  expect(said()).toContain('Created a demo project.')
})

test('Ctrl+C under npm counts once although npm repeats the signal', async () => {
  const { child, ready, said, ended } = start(['--empty'])
  await ready()
  child.kill('SIGINT')
  await waitFor(said, (text) => text.includes('"stopping"'))
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
})

describe('the first account', () => {
  const email = 'ada@example.com'

  test('is explained in production, and created by a command while the server runs', async () => {
    const { ready, said, stop } = start([], { NODE_ENV: 'production' })
    const url = await ready()
    expect(said()).toContain('It has no account yet.')
    expect(said()).toContain('npx typecase account create-admin <e-mail>')
    expect(said()).toMatch(/or sign up at http:\/\/\S+\/signup/)
    const password = createAdmin(email)
    const { user } = await call(url, authenticate, { body: { email, password } })
    expect(user.is_staff).toBe(true)
    await stop()
  })

  test('is created by a command in an empty folder, even if sign-up is closed', async () => {
    const closed = { SIGNUP: 'closed' }
    const before = start(['--empty'], closed)
    await before.ready()
    expect(before.said()).not.toContain('sign up')
    await before.stop()
    rmSync(folder, { recursive: true })
    const password = createAdmin(email)
    const { ready, said } = start(['--empty'], closed)
    const { token } = await call(await ready(), authenticate, { body: { email, password } })
    expect(token).not.toBe('')
    expect(said()).not.toContain('no account')
  })
})

test('ids stay in order when the clock is set back before a start', async () => {
  const email = 'ada@example.com'
  const password = createAdmin(email)
  const add = async (CLOCK: string) => {
    const { ready, stop } = start(['--empty'], { CLOCK })
    const url = await ready()
    const { token } = await call(url, authenticate, { body: { email, password } })
    const body = { project_title: CLOCK, bucket_title: CLOCK }
    const { project } = await call(url, addProjectWithBucket, { body }, token)
    await stop()
    return project.id
  }
  const ids = [await add('2031-06-01T12:00:00Z'), await add('2031-06-01T11:00:00Z')]
  expect(ids.toSorted()).toEqual(ids)
})

test.runIf(process.platform !== 'win32')(
  'a server on a full disk stops without a crash and loses nothing',
  async () => {
    const email = 'ada@example.com'
    const password = createAdmin(email)
    // No file may grow beyond the size of the database, so writes stay in the log, which cannot be moved into it.
    const blocks = Math.ceil(statSync(join(folder, 'typecase.sqlite')).size / 512)
    const limited = ['sh', '-c', `ulimit -f ${blocks}; exec "$@"`, 'sh']
    const full = start(['--empty'], {}, limited)
    const url = await full.ready()
    const { token } = await call(url, authenticate, { body: { email, password } })
    let added = 0
    for (let isSaved = true; isSaved; added += Number(isSaved)) {
      const title = String(added).padEnd(100, '-')
      const body = { project_title: title, bucket_title: title, description: 'a'.repeat(1000) }
      isSaved = await call(url, addProjectWithBucket, { body }, token).then(
        () => true,
        () => false,
      )
    }
    expect(added).toBeGreaterThan(0)
    const { code, err } = await full.stop()
    expect({ code, err }).toEqual({ code: 0, err: '' })

    const roomy = await start(['--empty']).ready()
    expect((await call(roomy, listProjects, {}, token)).total).toBe(added)
  },
)
