import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addToken } from '@typecase/contract/access-tokens'
import { newId } from '@typecase/contract/ids'
import { listJobs } from '@typecase/contract/jobs'
import { addMacro } from '@typecase/contract/macros'
import { listObjects } from '@typecase/contract/objects'
import { addManyObjects, addType } from '@typecase/server/testing/content'
import {
  addOwner,
  addPerson,
  join as joinBucket,
  type Owner,
} from '@typecase/server/testing/people'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

let server: TestServer
let owner: Owner
let url: string
let config: string

beforeAll(async () => {
  server = await startTestServer()
  url = await server.http.listen({ port: 0, host: '127.0.0.1' })
  config = mkdtempSync(join(tmpdir(), 'typecase-terminal-'))
})
afterAll(async () => {
  await server.remove()
  rmSync(config, { recursive: true })
})
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'works', [
    { key: 'medium', type: 'text', maxlength: 30 },
    { key: 'year', type: 'number' },
    { key: 'tags', type: 'multi-select', options: ['old', 'new'] },
  ])
})

interface Run {
  code: number | null
  out: string
  err: string
}

/** Runs `npx typecase` from a script, with no terminal to prompt in. */
function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['dist-server/typecase.js', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: config, ...env },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (data) => (out += String(data)))
  child.stderr.on('data', (data) => (err += String(data)))
  const ended = new Promise<Run>((resolve) =>
    child.once('close', (code) => resolve({ code, out, err })),
  )
  return { child, ended, said: () => out }
}

const run = (...args: string[]) => start(args).ended
// A token may begin with a dash.
const here = () => ['--bucket', owner.bucket.slug, '--url', url, `--token=${owner.token}`]
const objects = (verb: string, ...args: string[]) => run('objects', verb, ...here(), ...args)

const add = (count: number, of: (n: number) => object = () => ({ medium: 'Red colour' })) =>
  addManyObjects(server, owner, 'works', count, (n) => ({
    title: `Work ${n}`,
    metadata: JSON.stringify(of(n)),
  }))

async function count(query: object): Promise<number> {
  const input = { slug: owner.bucket.slug, query: JSON.stringify(query), limit: 1 }
  return (await server.call(listObjects, { query: input }, owner)).ok().total
}

/** Runs the undo command at the end of a run's output, as if it was pasted. */
function undo(out: string): Promise<Run> {
  const line = /^Undo: npx typecase (.+)$/m.exec(out)?.[1] ?? ''
  return run(...line.split(' '), `--token=${owner.token}`)
}

const blue = ['--find', 'colour', '--replace', 'color', '--fields', 'metadata.medium']

describe('the help and errors of the command line', () => {
  test('the help is generated from the declarations', async () => {
    expect((await run()).out).toContain('objects replace')
    expect((await run('objects', '--help')).out).not.toContain('trash')
    const { code, out } = await run('objects', 'replace', '--help')
    expect(code).toBe(0)
    for (const words of ['--find <text>', 'whole_word', '--query <JSON>', '--dry-run', '--save']) {
      expect(out).toContain(words)
    }
  })

  test('a mistake is explained with the flag and the rule', async () => {
    const { code, out, err } = await run('objects', 'replace', ...here(), '--all', '--find', '')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('--find is a required field.')
    expect(err).toContain('--replace is a required field.')
    expect(err).toContain('--help')
    const unknown = await run('objects', 'frob')
    expect(unknown.code).toBe(2)
    expect(unknown.err).toContain('There is no command “objects frob”')
  })

  test('invalid values, missing flags, a wrong token and an unreachable server are reported', async () => {
    await add(1)
    const wrong = await objects(
      'set-field',
      '--all',
      '--field',
      'metadata.year',
      '--op',
      'set',
      '--value',
      'x',
    )
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('metadata.year.value') })
    const noBucket = await run(
      'objects',
      'publish',
      '--all',
      '--url',
      url,
      `--token=${owner.token}`,
    )
    expect(noBucket).toMatchObject({
      code: 2,
      err: expect.stringContaining('--bucket is a required'),
    })
    const withoutToken = await run('objects', 'publish', '--all', '--bucket', 'b', '--url', url)
    expect(withoutToken).toMatchObject({ code: 2, err: expect.stringContaining('--token') })
    const bad = await objects('publish', '--all', '--token', 'none')
    expect(bad.code).toBe(1)
    const down = await objects('publish', '--all', '--url', 'http://127.0.0.1:1')
    expect(down).toMatchObject({ code: 1, err: expect.stringContaining('No server answers') })
  })
})

describe('a run of a command', () => {
  test('shows its plan, and changes nothing with --dry-run', async () => {
    await add(2)
    await add(1, () => ({ medium: 'oil' }))
    const line = ['--line', 'medium contains colour', '--type', 'works']
    const { code, out } = await objects('replace', ...line, ...blue, '--dry-run')
    expect(code).toBe(0)
    expect(out).toContain('Replace “colour” in 2 objects · 2 matches · can be undone')
    expect(out).toContain('- Red [colour]')
    expect(out).toContain('+ Red [color]')
    expect(await count({ 'metadata.medium': 'Red color' })).toBe(0)

    const answer = await objects('replace', ...line, ...blue, '--dry-run', '--json')
    expect(JSON.parse(answer.out)).toMatchObject({ matches: 2, modified: 2, is_reversible: true })
  })

  test('changes a few objects at once, and prints a command that undoes it', async () => {
    const [one = '', two = ''] = await add(3)
    const done = await objects('publish', '--ids', `${one},${two}`)
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).toContain('Publish 2 objects')
    expect(done.out).toContain('Published 2 objects.')
    expect(await count({ status: 'published' })).toBe(2)

    const undone = await undo(done.out)
    expect(undone.code).toBe(0)
    expect(await count({ status: 'published' })).toBe(0)
    const second = await undo(undone.out)
    expect(second.code).toBe(0)
    expect(await count({ status: 'published' })).toBe(2)
  })

  test('changes hundreds of objects as a job with progress, and is undone as one', async () => {
    await add(250)
    const withoutYes = await objects(
      'set-field',
      '--type',
      'works',
      '--field',
      'metadata.year',
      '--op',
      'set',
      '--value',
      '1900',
    )
    expect(withoutYes).toMatchObject({ code: 3, err: expect.stringContaining('--yes') })
    expect(await count({ 'metadata.year': 1900 })).toBe(0)

    const done = await objects(
      'set-field',
      '--type',
      'works',
      '--field',
      'metadata.year',
      '--op',
      'set',
      '--value',
      '1900',
      '--yes',
    )
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).toMatch(/100 % \(250 of 250\)/)
    expect(done.out).toContain('Changed 250 objects.')
    expect(await count({ 'metadata.year': 1900 })).toBe(250)

    const undone = await undo(done.out)
    expect(undone).toMatchObject({ code: 0, out: expect.stringContaining('250 of 250') })
    expect(await count({ 'metadata.year': 1900 })).toBe(0)
  })

  test('lists the objects that could not be changed, and exits with 1', async () => {
    const ids = await add(130, (n) => ({ medium: n < 2 ? 'colour'.repeat(5) : 'colour' }))
    const args = ['--all', '--find', 'colour', '--replace', 'colours', '--yes']
    const some = await objects('replace', ...args)
    expect(some.code).toBe(1)
    expect(some.out).toContain('Replaced “colour” in 128 objects.')
    expect(some.err).toContain(`${ids[0]}  Work 0: `)
    expect(some.err).toContain(`${ids[1]}  Work 1: `)

    const json = await objects(
      'replace',
      '--all',
      '--find',
      'oil',
      '--replace',
      'x',
      '--yes',
      '--json',
    )
    expect(json).toMatchObject({ code: 0, err: expect.stringContaining('nothing to change') })
    expect(JSON.parse(json.out)).toMatchObject({ modified: 0 })
  })

  test('deletes only when the number of objects is confirmed', async () => {
    await add(3)
    const args = ['--all', '--except-types', 'people', '--yes']
    const withoutYes = await objects('delete', ...args)
    expect(withoutYes).toMatchObject({ code: 3, err: expect.stringContaining('--count 3') })
    const wrong = await objects('delete', ...args, '--count', '4')
    expect(wrong).toMatchObject({ code: 3, err: expect.stringContaining('3 objects, not 4') })
    expect(await count({})).toBe(3)
    const done = await objects('delete', ...args, '--count', '3')
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('Deleted 3 objects.') })
    expect(await count({})).toBe(0)

    const emptied = await run('trash', 'empty', ...here(), '--confirmation', 'empty trash')
    expect(emptied).toMatchObject({ code: 0, out: 'Done · deleted 3\n' })
  })

  test('prints the CSV of an export to the standard output', async () => {
    await add(3, (n) => ({ medium: `Ink, no. ${n}`, year: 1900 + n }))
    const fields = ['--fields', 'title,metadata.medium']
    const csv = await objects('export-csv', '--line', 'year > 1900', ...fields)
    expect(csv).toMatchObject({ code: 0, err: '' })
    expect(csv.out.trim().split(/\r?\n/).sort()).toEqual([
      'Work 1,"Ink, no. 1"',
      'Work 2,"Ink, no. 2"',
      'title,metadata.medium',
    ])
    const wrong = await objects('export-csv', '--all', '--columns', 'list')
    expect(wrong).toMatchObject({ code: 2, out: '' })
  })

  test('shows how a change of a field’s type converts its values', async () => {
    await add(2, (n) => ({ medium: n === 0 ? '12' : 'ink' }))
    const args = ['--type-slug', 'works', '--field', 'medium', '--new-type', 'number']
    const change = (...more: string[]) =>
      run('object-types', 'change-field-type', ...here(), ...args, ...more)
    const plan = await change('--dry-run')
    expect(plan.out).toContain('medium (text) → medium (number): 1 of 2 values convert')
    const done = await change('--yes')
    expect(done.out).toContain('Undo: ')
    expect(await count({ 'metadata.medium': 12 })).toBe(1)
    expect((await undo(done.out)).code).toBe(0)
    expect(await count({ 'metadata.medium': '12' })).toBe(1)
  })

  test('is refused without the permission', async () => {
    const [id = ''] = await add(1)
    const person = await addPerson(server)
    await joinBucket(server, person, owner, 'contributor')
    const refused = await objects('publish', '--ids', id, `--token=${person.token}`)
    expect(refused.code).toBe(1)
    expect(await count({ status: 'published' })).toBe(0)
  })

  test('stops at Ctrl+C by cancelling the job, and what it changed can be undone', async () => {
    await add(3000)
    const { child, ended, said } = start(['objects', 'publish', ...here(), '--all', '--yes'])
    await waitFor(said, (text) => /Publish 3,000 objects: \d+ %/.test(text))
    child.kill('SIGINT')
    const { code, out } = await ended
    const [job] = (await server.call(listJobs, { query: { slug: owner.bucket.slug } }, owner)).ok()
      .jobs
    // The job may already have ended.
    const isCancelled = job?.status === 'cancelled'
    expect(code).toBe(isCancelled ? 1 : 0)
    if (isCancelled) expect(out).toContain(`Cancelled after ${job.done} of 3000.`)
    expect(await count({ status: 'published' })).toBe(job?.done)
    if (job?.done) expect((await undo(out)).code).toBe(0)
    expect(await count({ status: 'published' })).toBe(0)
  })
})

/** Starts a proxy to the server that reports requested changes before it forwards their responses. */
async function watchedLine(onChange: (path: string) => void) {
  const line = Fastify()
  line.all('*', async ({ method, url: path, headers, body }, reply) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (body !== undefined && !JSON.stringify(body).includes('dry_run')) onChange(path)
    return reply.code(answer.status).type('application/json').send(text)
  })
  return { url: await line.listen({ port: 0, host: '127.0.0.1' }), close: () => line.close() }
}

describe('Ctrl+C', () => {
  test('cancels the job that the pending request starts', async () => {
    await add(150)
    const release = await holdJobs()
    const changes: string[] = []
    // The signal comes twice, since npm repeats the terminal's signal.
    const line = await watchedLine((path) => {
      changes.push(path)
      child.kill('SIGINT')
    })
    const args = ['--bucket', owner.bucket.slug, '--url', line.url, `--token=${owner.token}`]
    const { child, ended } = start(['objects', 'publish', ...args, '--all', '--yes'])
    const { code, out } = await ended
    await line.close()
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('Cancelled') })
    expect(changes).toEqual(['/v3/admin/objects/publishByIds', '/v3/admin/jobs/cancel'])
    await release()
    expect(await count({ status: 'published' })).toBe(0)
  })

  test('does not change the result when the run has just ended', async () => {
    const [id = ''] = await add(1)
    // The moment is short, so the test tries several times to hit it.
    for (const verb of ['publish', 'unpublish', 'publish']) {
      const { child, ended } = start(['objects', verb, ...here(), '--ids', id])
      child.stdout.on('data', (data) => {
        if (String(data).includes('Undo: ')) child.kill('SIGINT')
      })
      expect(await ended).toMatchObject({ code: 0, err: '' })
    }
  })
})

/** Keeps jobs of the bucket waiting behind one that another server runs. @returns a function that lets them continue */
async function holdJobs(): Promise<() => Promise<unknown>> {
  const { db, clock } = server.app
  const id = newId()
  const job = {
    id,
    bucket_id: owner.bucket.id,
    kind: 'publish',
    title: 'Publish 1 object',
    status: 'running' as const,
    payload: '{}',
    run_at: clock.now(),
    lease_until: clock.now() + 3_600_000,
    created_at: clock.iso(),
  }
  await db.write((write) => write.db.insertInto('jobs').values(job).execute(), 'serializable')
  return () =>
    db.write((write) => write.db.deleteFrom('jobs').where('id', '=', id).execute(), 'serializable')
}

test('a session is saved only with --save, in a file that only its owner can read', async () => {
  await add(1)
  const file = join(config, 'typecase', 'sessions.json')
  await objects('publish', '--all')
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
  await objects('publish', '--all', '--save')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ [new URL(url).origin]: owner.token })
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)

  const args = ['objects', 'unpublish', '--all', '--bucket', owner.bucket.slug]
  const exitCode = await start(args, { PUBLIC_URL: url }).ended
  expect(exitCode).toMatchObject({ code: 0, out: expect.stringContaining('Unpublished 1 object.') })
})

test('an access token runs commands within its scope, and is refused with the read scope', async () => {
  await add(1)
  const tokenOf = async (scope: 'read' | 'write') => {
    const body = { title: scope, scope, days: 1 }
    return (await server.call(addToken, { body }, owner)).ok().secret
  }
  const args = ['objects', 'publish', '--all', '--bucket', owner.bucket.slug, '--url', url]
  const refused = await start(args, { TYPECASE_TOKEN: await tokenOf('read') }).ended
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('can only read') })
  const done = await start(args, { TYPECASE_TOKEN: await tokenOf('write') }).ended
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining('Published 1 object.') })
})

test('a macro runs by its id, with its arguments by key, and is undone', async () => {
  await add(3)
  const steps = [
    {
      call: 'objects.bulkEdit' as const,
      body: {
        data: {
          metadata: {
            year: { op: 'set', value: { $arg: 'year' } },
            tags: { op: 'add', value: { $arg: 'tags' } },
          },
        },
      },
    },
    { call: 'objects.publishByIds' as const, body: {} },
  ]
  const macroArguments = [
    { key: 'year', title: 'Year', kind: 'number' as const },
    { key: 'tags', title: 'Tags', kind: 'list' as const, options: ['old', 'new'] },
  ]
  const body = {
    slug: owner.bucket.slug,
    data: { title: 'Show', steps, arguments: macroArguments },
  }
  const { macro } = (await server.call(addMacro, { body }, owner)).ok()
  const macros = (...args: string[]) => run('macros', 'run', ...here(), ...args)
  const refused = await macros('--macro-id', macro.id, '--all')
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('args.year is a required field')

  const sample = '{"year":1999,"tags":["old","new"]}'
  const done = await macros('--macro-id', macro.id, '--args', sample, '--all')
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('Ran the macro on 3 objects.')
  const isDone = { 'metadata.year': 1999, 'metadata.tags': 'new', status: 'published' }
  expect(await count(isDone)).toBe(3)
  expect((await undo(done.out)).code).toBe(0)
  expect(await count({ 'metadata.year': 1999 })).toBe(0)
})
