import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { listObjects, updateObject } from '@typecase/contract/objects'
import {
  needsSharedFixtures,
  sharedFixture,
} from '@typecase/server/resources/import-export/testing/shared-fixtures'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

let server: TestServer
let owner: Owner
let url: string
let folder: string

beforeAll(async () => {
  server = await startTestServer()
  url = await server.http.listen({ port: 0, host: '127.0.0.1' })
  owner = await addOwner(server)
  folder = mkdtempSync(join(tmpdir(), 'typecase-import-'))
})
afterAll(async () => {
  await server.remove()
  rmSync(folder, { recursive: true })
})

interface Run {
  code: number | null
  output: string
}

/** Runs `npx typecase import` as a user does. */
function runImport(...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, ['dist-server/typecase.js', 'import', ...args], {
    cwd: ROOT,
  })
  let output = ''
  child.stdout.on('data', (data) => (output += String(data)))
  child.stderr.on('data', (data) => (output += String(data)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

const to = (bucket = owner.bucket.slug) => [
  '--bucket',
  bucket,
  '--url',
  url,
  // A token may begin with a dash.
  `--token=${owner.token}`,
]

function write(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function count(query: object): Promise<number> {
  const input = { slug: owner.bucket.slug, query: JSON.stringify(query), limit: 1 }
  return (await server.call(listObjects, { query: input }, owner)).ok().total
}

describe('npx typecase import', () => {
  const mapping = JSON.stringify({
    format: 'csv',
    object_type: 'people',
    columns: [
      { from: 'name', to: 'title' },
      { from: 'age', to: 'metadata.age', type: 'number' },
    ],
  })

  test('prints its help, and explains wrong arguments with exit code 2', async () => {
    const help = await runImport('--help')
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('--skip-invalid') })
    const file = write('a.json', '{}')
    const table = write('a.csv', 'a\n1\n')
    for (const [words, ...args] of [
      ['which file'],
      ['--frob', file, '--frob', ...to()],
      ['--bucket <slug>', file],
      ['no file or folder no-such-file', 'no-such-file', ...to()],
      ['one file at a time', file, table, ...to()],
      ['not “append”', file, ...to(), '--mode', 'append'],
      ['needs --map', file, ...to(), '--type', 'people'],
      ['not valid JSON', table, ...to(), '--map', table],
      ['no file nothing.json', table, ...to(), '--map', 'nothing.json'],
      ['not “both”', file, ...to(), '--conflicts', 'both'],
      ['not “here”', file, ...to(), '--url', 'here'],
      ['--email', file, '--bucket', 'b'],
    ] as const) {
      const run = await runImport(...args)
      expect(run, words).toMatchObject({ code: 2, output: expect.stringContaining(words) })
      expect(run.output).toContain('--help')
    }
  })

  test('prints the errors of the server with exit code 1', async () => {
    const file = write('a.json', '{}')
    const zip = await runImport(write('a.zip', 'PK\u0003\u0004'), ...to())
    expect(zip).toMatchObject({ code: 1, output: expect.stringContaining('zip') })
    const table = await runImport(write('b.csv', 'a\n1\n'), ...to())
    expect(table).toMatchObject({ code: 1, output: expect.stringContaining('needs a mapping') })
    const nowhere = await runImport(file, ...to('no-such-bucket'))
    expect(nowhere).toMatchObject({ code: 1, output: expect.stringContaining('not found') })
    const signedOut = await runImport(file, ...to(), '--token', 'wrong')
    expect(signedOut).toMatchObject({
      code: 1,
      output: expect.stringContaining('token is not valid'),
    })
    const elsewhere = await runImport(file, ...to(), '--url', 'http://127.0.0.1:1')
    expect(elsewhere).toMatchObject({ code: 1, output: expect.stringContaining('No server') })
  })

  test('proposes a mapping for a table without one, and imports with the saved proposal', async () => {
    const file = write('keepers.csv', 'Name;Born in\nAda;1815\n')
    const proposal = await runImport(file, ...to(), '--plan')
    expect(proposal).toMatchObject({ code: 1, output: expect.stringContaining('as --map') })
    const json = /^\{.*^\}/ms.exec(proposal.output)?.[0] ?? ''
    expect(JSON.parse(json)).toMatchObject({
      format: 'csv',
      object_type: 'keepers',
      columns: [
        { from: 'Name', to: 'title' },
        { from: 'Born in', to: 'metadata.born_in' },
      ],
    })
    const real = await runImport(file, ...to(), '--map', write('keepers.json', json))
    expect(real).toMatchObject({ code: 0, output: expect.stringContaining('1 added') })
    const empty = await runImport(write('none.csv', 'Name\n'), ...to())
    expect(empty).toMatchObject({ code: 1, output: expect.stringContaining('has no rows') })
  })

  test('tries an import without changes, imports a table into another object type and prints the report', async () => {
    const file = write('people.csv', 'name,age\nAnna,30\nBen,41\n')
    const map = write('map.json', mapping)
    const dry = await runImport(file, ...to(), '--map', map, '--mode', 'dry_run')
    expect(dry).toMatchObject({ code: 0, output: expect.stringContaining('nothing was changed') })
    expect(await count({ type: 'staff' })).toBe(0)
    const real = await runImport(file, ...to(), '--map', map, '--type', 'staff')
    expect(real.code).toBe(0)
    expect(real.output).toContain('2 added')
    expect(await count({ type: 'staff' })).toBe(2)
  })

  test('keeps edits in a second import of another system’s export, or overwrites them on request', async () => {
    const ghost = (title: string) => ({
      id: '1',
      title,
      slug: 'story',
      type: 'post',
      status: 'draft',
      html: '<p>x</p>',
    })
    const exportOf = (title: string) =>
      write(
        'ghost.json',
        JSON.stringify({
          db: [{ meta: { exported_on: 1, version: '5' }, data: { posts: [ghost(title)] } }],
        }),
      )
    await runImport(exportOf('First'), ...to())
    const input = { slug: owner.bucket.slug, query: '{"type":"posts"}' }
    const [story] = (await server.call(listObjects, { query: input }, owner)).ok().objects
    const data = { title: 'Mine' }
    const body = { slug: owner.bucket.slug, object_id: story?.object.id ?? '', data }
    ;(await server.call(updateObject, { body }, owner)).ok()
    const result = await runImport(exportOf('Second'), ...to())
    expect(result.output).toContain('1 kept edit')
    expect(result.output).toContain('last import "First", here "Mine", file "Second"')
    expect(await count({ type: 'posts', title: 'Mine' })).toBe(1)
    const taken = await runImport(exportOf('Second'), ...to(), '--conflicts', 'take')
    expect(taken.output).toContain('1 overwritten edit')
    expect(await count({ type: 'posts', title: 'Second' })).toBe(1)
  })

  test('fails and lists the invalid rows', async () => {
    const file = write('bad.csv', 'name,age\nAnna,old\n')
    const run = await runImport(file, ...to(), '--map', write('map.json', mapping))
    expect(run.code).toBe(1)
    expect(run.output).toContain('row 2, “Anna”')
    expect(run.output).toContain('nothing was changed')
  })
})

describe('the Tate set', needsSharedFixtures, () => {
  test('is imported completely, with its relations', { timeout: 300_000 }, async () => {
    for (const [name, objects] of [
      ['artists', 3538],
      ['artworks', 69_202],
    ] as const) {
      const run = await runImport(
        sharedFixture(`tate/${name}.ndjson.gz`),
        ...to(),
        '--map',
        join(ROOT, `tests/fixtures/tate-${name}.mapping.json`),
        // Some works name artists that the set does not have.
        '--missing-references',
        'empty',
      )
      expect(run).toMatchObject({ code: 0, output: expect.stringContaining('added') })
      expect(await count({ type: name })).toBe(objects)
    }
    const turner = { type: 'artists', 'metadata.tate_id': 558 }
    const query = { slug: owner.bucket.slug, query: JSON.stringify(turner), limit: 1 }
    const [row] = (await server.call(listObjects, { query }, owner)).ok().objects
    expect(row?.object.title).toBe('Joseph Mallord William Turner')
    expect(await count({ type: 'artworks', 'metadata.artists': row?.object.id })).toBe(39_391)
  })
})

describe('a folder', () => {
  test('is planned without the files of version control', async () => {
    const garden = join(folder, 'garden')
    mkdirSync(join(garden, 'posts'), { recursive: true })
    mkdirSync(join(garden, '.git'))
    writeFileSync(join(garden, 'about.md'), '# About\n\nA garden.\n')
    writeFileSync(join(garden, 'posts', 'fog.md'), '---\ntitle: Fog in folders\n---\n\nGrey.\n')
    writeFileSync(join(garden, '.git', 'HEAD.md'), 'ref')
    const { code, output } = await runImport(garden, ...to(), '--plan')
    expect(output).toContain('2 added')
    expect(code).toBe(0)
  })

  test('is refused when it holds no files', async () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const { code, output } = await runImport(empty, ...to())
    expect(output).toContain('holds no files')
    expect(code).toBe(2)
  })
})

test('the server fetches the file at an address, and refuses private networks', async () => {
  const { code, output } = await runImport('http://127.0.0.1/blog.xml', ...to())
  expect(output).toContain('The file at 127.0.0.1 was not imported')
  expect(code).toBe(1)
})

test('the command proposes a mapping for the table at an address', async () => {
  const open = await startTestServer({ REACHABLE_NETWORKS: '127.0.0.1/32' })
  const site = createServer((_request, reply) => reply.end('Name,Year\nFog,1999\n'))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  const { bucket, token } = await addOwner(open)
  const there = await open.http.listen({ port: 0, host: '127.0.0.1' })
  const where = ['--bucket', bucket.slug, '--url', there, `--token=${token}`]
  const { code, output } = await runImport(`http://127.0.0.1:${port}/towers.csv`, ...where)
  expect(code).toBe(1)
  expect(output).toContain('"object_type": "towers"')
  expect(output).toContain('"to": "metadata.year"')
  site.close()
  await open.remove()
})
