import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { addProjectWithBucket } from '@typecase/contract/projects'
import { authenticate, updateUser } from '@typecase/contract/users'
import {
  type Account,
  addTwoStepAccount,
  otpAt,
  PASSWORD,
  SECRET,
} from '@typecase/server/testing/accounts'
import { mailTo } from '@typecase/server/testing/outbox'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { needsStrace } from './strace.ts'

const ROOT = join(import.meta.dirname, '../..')
const OTHER_KEY = Buffer.alloc(32, 7).toString('base64url')
const NEW_PROJECT = { project_title: 'Project', bucket_title: 'Again' }

/** A data folder as a server leaves it: one bucket, an account with two-step sign-in, a stored answer. */
let original: string
let account: Account & { recoveryCodes: string[] }
let bucket: { slug: string; api_access: object; read_key: string }
beforeAll(async () => {
  const server = await startTestServer()
  account = await addTwoStepAccount(server)
  const body = { project_title: 'Project', bucket_title: 'Bucket' }
  const created = (await server.call(addProjectWithBucket, { body }, account)).ok().bucket
  const { slug, api_access } = created
  bucket = { slug, api_access, read_key: api_access.read_key ?? '' }
  const credentials = { token: account.token, headers: { 'idempotency-key': 'once' } }
  ;(await server.call(addProjectWithBucket, { body: NEW_PROJECT }, credentials)).ok()
  await server.close()
  original = server.dataDir
})
afterAll(() => rmSync(original, { recursive: true, force: true }))

let dataDir: string
let server: TestServer | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-key-'))
  cpSync(original, dataDir, { recursive: true })
})
afterEach(async () => {
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const inFolder = (name: string) => join(dataDir, name)
const keyText = () => readFileSync(inFolder('secret.key'), 'utf8')
const remove = (name: string) => rmSync(inFolder(name), { recursive: true })

/** Runs a program of the product to its end. */
function run(args: readonly string[], env: Record<string, string> = {}, under: string[] = []) {
  const [program = '', ...more] = [...under, process.execPath, ...args]
  const { status, signal, stdout, stderr } = spawnSync(program, more, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    timeout: 60_000,
  })
  return { status, signal, stdout, stderr }
}

/** Starts the server like a user, and expects it to refuse. @returns its output */
function refusal(env: Record<string, string> = {}): string {
  const { status, stderr } = run(['dist-server/start.js', '--empty'], { PORT: '0', ...env })
  expect(status).toBe(1)
  // The output has sentences for a person, not a stack trace.
  expect(stderr).not.toMatch(/^\s+at /m)
  return stderr
}

const command = (words: readonly string[], env?: Record<string, string>, under?: string[]) =>
  run(['dist-server/typecase.js', 'secret-key', ...words], env, under)

async function start(settings: Record<string, string> = {}): Promise<TestServer> {
  server = await startTestServer({ DATA_DIR: dataDir, ...settings })
  return server
}

async function stop(): Promise<void> {
  await server?.close()
  server = undefined
}

/** Signs in with a code. */
const enter = (to: TestServer, otp: string) =>
  to.call(authenticate, { body: { email: account.email, password: PASSWORD, otp } })

const keysAt = async (to: TestServer) =>
  (await to.call(getBucket, { query: { slug: bucket.slug } }, account)).ok().bucket.api_access

/** Checks that the folder works and that nothing is lost. */
async function expectWhole(to: TestServer): Promise<void> {
  expect(await keysAt(to)).toEqual(bucket.api_access)
  expect((await enter(to, otpAt(to, 1))).status).toBe(200)
  const repeat = { token: account.token, headers: { 'idempotency-key': 'once' } }
  const replayed = await to.call(addProjectWithBucket, { body: NEW_PROJECT }, repeat)
  expect(replayed.ok().project.title).toBe('Project')
}

describe('the start of a server', () => {
  test('is refused with a database but without its key, and creates no key', () => {
    remove('secret.key')
    const message = refusal()
    expect(message).toContain(inFolder('secret.key'))
    expect(message).toContain('forget-lost')
    expect(existsSync(inFolder('secret.key'))).toBe(false)
  })

  test('is refused with the key of another database and with an invalid key', () => {
    writeFileSync(inFolder('secret.key'), OTHER_KEY)
    expect(refusal()).toContain(`${inFolder('secret.key')} is not the key`)
    writeFileSync(inFolder('secret.key'), 'cut off')
    expect(refusal()).toContain(`${inFolder('secret.key')} does not hold a key`)
    expect(keyText()).toBe('cut off')
  })

  test.each([
    ['a key', ['secret.key']],
    ['the log of a database', ['typecase.sqlite-wal']],
  ])(
    'is refused in a used folder with %s but without a database, and creates no database',
    (_what, leftovers) => {
      remove('typecase.sqlite')
      if (!leftovers.includes('secret.key')) remove('secret.key')
      for (const name of leftovers)
        if (!existsSync(inFolder(name))) writeFileSync(inFolder(name), 'left')
      expect(refusal()).toContain(inFolder('typecase.sqlite'))
      expect(existsSync(inFolder('typecase.sqlite'))).toBe(false)
      writeFileSync(inFolder('typecase.sqlite'), '')
      expect(refusal()).toContain('missing or empty')
    },
  )

  test('accepts SECRET_KEY in place of the file, and refuses a wrong one without printing it', async () => {
    const key = keyText()
    remove('secret.key')
    expect(refusal({ SECRET_KEY: 'x'.repeat(40) })).toMatch(/SECRET_KEY must be 32 random bytes/)
    const message = refusal({ SECRET_KEY: OTHER_KEY })
    expect(message).toContain('SECRET_KEY is not the key')
    expect(message).not.toContain(OTHER_KEY)
    const base64 = Buffer.from(key, 'base64url').toString('base64')
    await expectWhole(await start({ SECRET_KEY: base64 }))
    expect(existsSync(inFolder('secret.key'))).toBe(false)
  })

  test('creates a key if nothing is encrypted yet', async () => {
    for (const name of ['typecase.sqlite', 'secret.key']) remove(name)
    await start()
    await stop()
    // Simulates a crash between the database and the key.
    remove('secret.key')
    await start()
    expect(keyText()).toMatch(/^[\w-]{43}$/)
  })
})

describe('a lost key', () => {
  const forget = () => command(['forget-lost', '--yes'])

  test('is given up only with a confirmation', () => {
    remove('secret.key')
    const { status, stdout } = command(['forget-lost'])
    expect(status).toBe(1)
    expect(stdout).toContain(bucket.slug)
    expect(stdout).toContain(account.email)
    expect(stdout).toContain('Nothing was changed')
    expect(refusal()).toContain('secret.key')
  })

  test('keeps everything unchanged with forget-lost when it is not lost', async () => {
    expect(forget()).toMatchObject({ status: 0, stdout: expect.stringMatching(/Nothing is lost/) })
    await expectWhole(await start())
  })

  test.each([
    ['missing', () => remove('secret.key')],
    ['another one', () => writeFileSync(inFolder('secret.key'), OTHER_KEY)],
    ['broken', () => writeFileSync(inFolder('secret.key'), 'cut off')],
  ])('%s: bucket keys still work, appear as lost, and can be reset', async (_what, lose) => {
    lose()
    expect(forget().status).toBe(0)
    const to = await start()
    const lost = await keysAt(to)
    expect(lost).toMatchObject({ read_key: '', preview_key: '', write_key: '' })
    expect(lost.lost).toContain('reset_api_access_keys')
    const url = `/v3/buckets/${bucket.slug}/object-types`
    const read = await to.http.inject({ url, query: { read_key: bucket.read_key } })
    expect(read.statusCode).toBe(200)

    const reset = { slug: bucket.slug, data: { reset_api_access_keys: true } }
    const { api_access } = (await to.call(updateBucket, { body: reset }, account)).ok().bucket
    expect(api_access).toEqual({
      read_key: expect.stringMatching(/^\w{50}$/),
      preview_key: expect.stringMatching(/^\w{50}$/),
      write_key: expect.stringMatching(/^\w{50}$/),
    })
    expect(await keysAt(to)).toEqual(api_access)
    // The stored answer cannot be decrypted either, which is not an internal error.
    const repeat = { token: account.token, headers: { 'idempotency-key': 'once' } }
    const replayed = await to.call(addProjectWithBucket, { body: NEW_PROJECT }, repeat)
    expect(replayed.error()).toMatchObject({ status: 409, code: 'conflict' })
    await stop()
    // The new key is permanent.
    expect(await keysAt(await start())).toEqual(api_access)
  })

  test('lets the owner sign in with a recovery code and set up two-step sign-in again', async () => {
    remove('secret.key')
    forget()
    const to = await start()
    const code = (await enter(to, otpAt(to, 1))).error()
    expect(code).toMatchObject({ status: 409, details: [{ path: 'otp', rule: 'lost' }] })
    expect(code.message).toContain('recovery code')
    const [first = '', second = ''] = account.recoveryCodes
    const { token } = (await enter(to, first)).ok()
    const change = (two_factor: object) =>
      to.call(updateUser, { body: { data: { two_factor } } as never }, { token })
    const refused = await change({ enabled: false, otp: otpAt(to, 1) })
    expect(refused.error()).toMatchObject({ status: 409 })
    expect((await change({ enabled: false, otp: second })).ok().user.two_factor).toBe(false)
    const on = await change({ enabled: true, secret_code: SECRET, otp: otpAt(to, 0) })
    expect(on.ok().user.two_factor).toBe(true)
    expect((await enter(to, otpAt(to, 1))).status).toBe(200)
  })

  test('lets the operator reset two-step sign-in when there is no recovery code', async () => {
    remove('secret.key')
    forget()
    const reset = (...words: string[]) =>
      run(['dist-server/typecase.js', 'account', 'reset-two-step', ...words])
    expect(reset().status).toBe(2)
    expect(reset('nobody@example.org').status).toBe(1)
    expect(reset(account.email.toUpperCase())).toMatchObject({ status: 0 })
    expect(reset(account.email)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('already off'),
    })
    const to = await start()
    // Sessions have ended, the owner got an e-mail, and the password alone is enough.
    const old = await to.call(getBucket, { query: { slug: bucket.slug } }, account)
    expect(old.status).toBe(401)
    const body = { email: account.email, password: PASSWORD }
    expect((await to.call(authenticate, { body })).ok().user.two_factor).toBe(false)
    expect((await mailTo(to, account.email, 3)).subject).toMatch(/two-step/i)
  })
})

describe('the rotation of the key', () => {
  test('encrypts everything with a new key, and the old key no longer works', async () => {
    const before = keyText()
    const { status, stdout } = command(['rotate'])
    expect([status, stdout]).toEqual([0, expect.stringMatching(/Encrypted \d+ secrets/)])
    expect(keyText()).not.toBe(before)
    expect(existsSync(inFolder('secret.key.next'))).toBe(false)
    await expectWhole(await start())
    await stop()
    writeFileSync(inFolder('secret.key'), before)
    expect(refusal()).toContain('is not the key')
  })

  test('is refused while the server runs and without a database', async () => {
    await start()
    expect(command(['rotate'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Another server is using'),
    })
    const nowhere = { DATA_DIR: join(dataDir, 'nowhere') }
    expect(command(['rotate'], nowhere).stderr).toContain('There is no database')
    expect(existsSync(nowhere.DATA_DIR)).toBe(false)
    await expectWhole(server as TestServer)
  })

  test('takes the new key from NEW_SECRET_KEY if SECRET_KEY is set', async () => {
    const SECRET_KEY = keyText()
    remove('secret.key')
    expect(command(['rotate'], { SECRET_KEY }).stderr).toContain('NEW_SECRET_KEY')
    expect(command(['rotate'], { SECRET_KEY, NEW_SECRET_KEY: OTHER_KEY }).status).toBe(0)
    expect(refusal({ SECRET_KEY })).toContain('SECRET_KEY is not the key')
    await expectWhole(await start({ SECRET_KEY: OTHER_KEY }))
  })

  test('writes each key to the disk before it is needed', needsStrace, () => {
    const log = inFolder('strace.log')
    const calls = 'trace=fsync,fdatasync,rename,renameat,renameat2'
    command(['rotate'], {}, ['strace', '-f', '-qq', '-y', '-e', calls, '-o', log])
    const steps = readFileSync(log, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const synced = /sync\(\d+<(.+)>\)/.exec(line)?.[1]
        if (synced) return `sync ${synced === dataDir ? 'folder' : basename(synced)}`
        const renamed = /rename\w*\(.*"(.+)"/.exec(line)?.[1]
        return renamed ? `rename to ${basename(renamed)}` : []
      })
    const target = [
      'sync secret.key.next.tmp',
      'rename to secret.key.next',
      'sync folder',
      'sync typecase.sqlite-wal',
      'rename to secret.key',
      'sync folder',
    ]
    // Each step comes after the previous one. SQLite also makes other syncs.
    let at = -1
    for (const step of target) {
      at = steps.indexOf(step, at + 1)
      expect(at, `${step} in ${steps.join(', ')}`).toBeGreaterThanOrEqual(0)
    }
  })

  test(
    'leaves a usable folder when it is killed at any of its writes',
    { ...needsStrace, timeout: 300_000 },
    async () => {
      let ended = 0
      for (let at = 1, isDone = false; !isDone; at += 1) {
        cpSync(original, dataDir, { recursive: true, force: true })
        const kill = `inject=write,pwrite64,fsync,fdatasync,rename,unlink:signal=KILL:when=${at}`
        // strace's output for every call would exceed a child's output limit.
        const strace = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', kill]
        const { signal, status } = command(['rotate'], {}, strace)
        isDone = status === 0
        if (!isDone) {
          expect([signal, status]).toEqual(['SIGKILL', null])
          ended += 1
        }
        const to = await start()
        expect(await keysAt(to)).toEqual(bucket.api_access)
        expect((await enter(to, otpAt(to, 1))).status).toBe(200)
        await stop()
        rmSync(dataDir, { recursive: true })
      }
      expect(ended).toBeGreaterThan(10)
      cpSync(original, dataDir, { recursive: true })
    },
  )
})
