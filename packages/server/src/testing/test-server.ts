import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import type { ErrorBody } from '@typecase/contract/errors'

import { databaseFile } from '../database/connection.ts'
import { openSqlite } from '../database/sqlite.ts'
import { createServer, type ServerOptions, type TypecaseServer } from '../server.ts'
import { readSettings } from '../settings/settings.ts'

import { runInProcess } from './in-process-threads.ts'

/** A server on a temporary folder that is called in process, with the real database, jobs and outbox. */
export interface TestServer extends TypecaseServer {
  readonly dataDir: string
  /** Calls an endpoint like a client; `body` is the JSON of the success or of the error. */
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    as?: Caller,
  ): Promise<Answer<OutputOf<E>>>
  /** Sends any input, valid or not. */
  send(endpoint: Endpoint, input: RawInput, as?: Caller): Promise<Answer<unknown>>
  /** Closes the server and deletes its folder. */
  remove(): Promise<void>
}

export interface Caller {
  token?: string
  headers?: Record<string, string>
}

export interface RawInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

export interface Answer<T> {
  status: number
  headers: Record<string, unknown>
  /** Returns the JSON of a success. @throws an error with the response's message when the call failed */
  ok(): T
  /** Returns the JSON of a failure. @throws when the call succeeded */
  error(): ErrorBody
}

export async function startTestServer(
  settings: Record<string, string> = {},
  options: ServerOptions = {},
): Promise<TestServer> {
  const dataDir = settings['DATA_DIR'] ?? newFolder()
  const database = await testDatabase(dataDir)
  if (!database && !settings['DATA_DIR'])
    writeFileSync(databaseFile(dataDir), (migrated ??= await migratedFile()))
  const server = await createServer(
    readSettings({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      // Nothing listens on this port, so no test calls another machine.
      VERCEL_API_BASE: 'http://127.0.0.1:1',
      ...database?.settings,
      ...settings,
    }),
    { startThread: runInProcess, ...options },
  )
  await server.http.ready()

  async function send(endpoint: Endpoint, input: RawInput, { token, headers }: Caller = {}) {
    const response = await server.http.inject({
      method: endpoint.method,
      url: urlOf(endpoint, input.params),
      query: texts(input.query),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(input.body !== undefined && { payload: input.body as object }),
    })
    const json: unknown = response.body ? response.json() : undefined
    return {
      status: response.statusCode,
      headers: response.headers,
      ok() {
        if (response.statusCode >= 300) throw new Error(`${endpoint.id} answered ${response.body}`)
        return json
      },
      error() {
        if (response.statusCode < 300) throw new Error(`${endpoint.id} succeeded: ${response.body}`)
        return json as ErrorBody
      },
    }
  }

  return {
    ...server,
    dataDir,
    send,
    call: send as TestServer['call'],
    async remove() {
      await server.close()
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'typecase-'))

/** An empty, migrated SQLite file, which is copied for each server: migrating takes half of a server's start. */
let migrated: Buffer | undefined

async function migratedFile(): Promise<Buffer> {
  const folder = newFolder()
  await openSqlite(folder).close()
  const file = readFileSync(databaseFile(folder))
  rmSync(folder, { recursive: true })
  return file
}

/** Returns the PostgreSQL database of a data folder if the tests run on PostgreSQL. */
const testDatabase =
  process.env['TEST_DATABASE'] === 'postgres'
    ? (await import('./postgres-databases.ts')).databaseOf
    : async () => undefined

/** Returns the address of an endpoint with its parameters filled in. */
export function urlOf(
  { base = 'dashboard', path }: Endpoint,
  params: Record<string, string> = {},
): string {
  const prefix = { dashboard: '/v3/admin', content: '/v3/buckets/:slug', origin: '' }[base]
  return (prefix + path).replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? name),
  )
}

const texts = (query: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )
