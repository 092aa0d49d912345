import { deleteBucket } from '@typecase/contract/buckets'
import { newId } from '@typecase/contract/ids'
import {
  addBranch,
  addRepository,
  deleteBranch,
  deleteRepository,
  listRepositories,
  type Repository,
  updateBranch,
  updateRepository,
} from '@typecase/contract/repositories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { eraseSome } from '../buckets/erase-bucket.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let editor: Person
let developer: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  stranger = await addOwner(server)
  editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  developer = await addPerson(server)
  await join(server, developer, owner, 'developer')
})
afterAll(() => server.remove())

type By = { token?: string }

const SITE = 'https://github.com/lamp/site'
const slug = () => owner.bucket.slug
const query = () => ({ slug: slug() })

const tryAdd = (data: object = {}, by: By = owner) =>
  server.send(addRepository, { query: query(), body: { data: { url: SITE, ...data } } }, by)
const ok = (answer: { ok(): unknown }) =>
  // The cast is safe: this is the response of nearly all calls here on success.
  (answer.ok() as { repository: Repository }).repository
const add = async (data: object = {}) => ok(await tryAdd(data))
const update = (id: string, data: object, by: By = owner, rev?: number) =>
  server.send(updateRepository, { params: { id }, query: query(), body: { data, rev } }, by)
const remove = (id: string, by: By = owner) =>
  server.send(deleteRepository, { params: { id }, query: query() }, by)
const tryAddBranch = (id: string, body: object, by: By = owner) =>
  server.send(addBranch, { params: { id }, query: query(), body }, by)
const setSite = (id: string, name: string, body: object, by: By = owner) =>
  server.send(updateBranch, { params: { id, name }, query: query(), body }, by)
const removeBranch = (id: string, name: string, by: By = owner) =>
  server.send(deleteBranch, { params: { id, name }, query: query() }, by)
const page = async (filter: object = {}, by: By = owner) =>
  (await server.send(listRepositories, { query: { ...query(), ...filter } }, by)).ok() as {
    repositories: Repository[]
    total: number
    limit: number
    skip: number
  }
const list = async () => (await page()).repositories
const problem = (answer: { error(): { details?: { path: string; rule?: string }[] } }) => {
  const [detail] = answer.error().details ?? []
  return detail && [detail.path, detail.rule]
}
const branchesOf = ({ branches }: Repository) =>
  branches.map(({ name, site_url }) => [name, site_url])

/** Lists every call that changes data. */
const changes = (id: string, by: By) => [
  () => tryAdd({ url: 'https://github.com/lamp/other' }, by),
  () => update(id, { title: 'X' }, by),
  () => tryAddBranch(id, { name: 'next' }, by),
  () => setSite(id, 'main', { site_url: 'https://a.test' }, by),
  () => removeBranch(id, 'main', by),
  () => remove(id, by),
]

test('every call answers 401 without a session and 404 to another tenant', async () => {
  const before = await add()
  for (const [by, status] of [
    [{}, 401],
    [stranger, 404],
  ] as const) {
    for (const change of changes(before.id, by)) expect((await change()).status).toBe(status)
    const answer = await server.send(listRepositories, { query: query() }, by)
    expect(answer.status).toBe(status)
  }
  expect(await list()).toEqual([before])
})

test('all members can read repositories, but only developers and admins can change them', async () => {
  const before = await add()
  for (const change of changes(before.id, editor)) {
    const answer = await change()
    expect([answer.status, answer.error().message]).toEqual([
      403,
      'Your role (editor) cannot change repositories.',
    ])
  }
  expect((await page({}, editor)).repositories).toEqual([before])
  expect((await update(before.id, { title: 'Ours' }, developer)).status).toBe(200)
})

test('a repository of another bucket answers the same 404 as a missing one', async () => {
  const before = await add()
  const theirs = { slug: stranger.bucket.slug }
  const answers = await Promise.all(
    [before.id, newId()].flatMap((id) => [
      server.send(
        updateRepository,
        { params: { id }, query: theirs, body: { data: {} } },
        stranger,
      ),
      server.send(deleteRepository, { params: { id }, query: theirs }, stranger),
      server.send(addBranch, { params: { id }, query: theirs, body: { name: 'a' } }, stranger),
      server.send(deleteBranch, { params: { id, name: 'main' }, query: theirs }, stranger),
    ]),
  )
  expect(answers.map((answer) => [answer.status, answer.error().message])).toEqual(
    answers.map(() => [404, 'Repository not found']),
  )
  expect(await list()).toEqual([before])
})

describe('changes to repositories are refused', () => {
  test('with an invalid address, title, branch or site, and the field is named', async () => {
    const refused = async (data: object) => {
      const answer = await tryAdd(data)
      expect(answer.status).toBe(400)
      return problem(answer)
    }
    expect(await refused({ url: 'http://github.com/a/b' })).toEqual(['data.url', 'url'])
    expect(await refused({ url: 'https://me:pw@github.com/a/b' })).toEqual(['data.url', 'url'])
    expect(await refused({ url: 'https://github.com/a/b?c' })).toEqual(['data.url', 'url'])
    expect(await refused({ url: '' })).toEqual(['data.url', 'min'])
    expect(await refused({ title: 'x'.repeat(101) })).toEqual(['data.title', 'max'])
    expect(await refused({ default_branch: 'a..b' })).toEqual([
      'data.default_branch',
      'branch_name',
    ])
    expect(await refused({ branches: [{ name: 'a' }, { name: 'a' }] })).toEqual([
      'data.branches.1.name',
      'unique',
    ])
    expect(await refused({ branches: [{ name: 'a', site_url: 'ftp://a' }] })).toEqual([
      'data.branches.0.site_url',
      'url',
    ])
    expect(await refused({ colour: 'red' })).toEqual(['data.colour', 'unknown_key'])
    expect(await list()).toEqual([])

    const { id } = await add()
    expect(problem(await update(id, { title: '  ' }))).toEqual(['data.title', 'required'])
    expect(problem(await update(id, { url: 'lamp' }))).toEqual(['data.url', 'url'])
    expect(problem(await tryAddBranch(id, { name: 'a b' }))).toEqual(['name', 'branch_name'])
    const notHttp = { name: 'a', site_url: 'javascript:alert(1)' }
    expect(problem(await tryAddBranch(id, notHttp))).toEqual(['site_url', 'url'])
    expect(problem(await setSite(id, 'main', { site_url: 'a' }))).toEqual(['site_url', 'url'])
    expect(
      (await server.send(listRepositories, { query: { ...query(), limit: 0 } }, owner)).status,
    ).toBe(400)
  })

  test('if another repository of the bucket has the address, ignoring case (409)', async () => {
    await add({ title: 'Site' })
    const answer = await tryAdd({ url: 'git@github.com:Lamp/Site.git' })
    expect(answer.status).toBe(409)
    expect(problem(answer)).toEqual(['data.url', 'unique'])
    const other = await add({ url: 'https://github.com/lamp/other' })
    expect((await update(other.id, { url: SITE })).status).toBe(409)
    // A repository may keep its own address.
    expect((await update(other.id, { url: 'https://github.com/lamp/Other' })).status).toBe(200)
    const theirs = { query: { slug: stranger.bucket.slug }, body: { data: { url: SITE } } }
    expect((await server.send(addRepository, theirs, stranger)).status).toBe(201)
  })

  test('except for one of several simultaneous requests with the same address', async () => {
    const answers = await Promise.all([tryAdd(), tryAdd(), tryAdd()])
    const count = (target: number) => answers.filter(({ status }) => status === target).length
    expect([count(201), count(409)]).toEqual([1, 2])
    expect(await list()).toHaveLength(1)
  })

  test('with an outdated rev (412)', async () => {
    const before = await add()
    expect((await update(before.id, { title: 'Two' }, owner, before.rev)).status).toBe(200)
    for (const answer of [
      await update(before.id, { title: 'Three' }, owner, before.rev),
      await setSite(before.id, 'main', { site_url: 'https://a.test', rev: before.rev }),
    ]) {
      expect([answer.status, answer.error().code]).toEqual([412, 'stale'])
      expect(answer.error()).toMatchObject({ current: { title: 'Two', rev: 2 } })
    }
    const [now] = await list()
    expect(now).toMatchObject({ title: 'Two', rev: 2 })
    expect(now && branchesOf(now)).toEqual([['main', null]])
  })

  test('if they delete the default branch (409), or the repository or branch does not exist (404)', async () => {
    const { id } = await add()
    const answer = await removeBranch(id, 'main')
    expect([answer.status, answer.error().message]).toEqual([
      409,
      expect.stringContaining('main is the default branch'),
    ])
    expect((await removeBranch(id, 'next')).status).toBe(404)
    expect((await setSite(id, 'next', { site_url: null })).status).toBe(404)
    expect((await tryAddBranch(newId(), { name: 'next' })).status).toBe(404)
    expect((await remove(newId())).status).toBe(404)
    expect((await tryAddBranch(id, { name: 'main' })).status).toBe(409)
    expect((await list())[0]?.rev).toBe(1)
  })

  test('beyond 100 repositories in a bucket or 200 branches in a repository', async () => {
    const branches = Array.from({ length: 199 }, (_, n) => ({ name: `b${n}` }))
    const { id } = await add({ branches })
    expect((await update(id, { default_branch: 'b7' })).status).toBe(200)
    expect((await tryAddBranch(id, { name: 'c' })).status).toBe(409)
    expect((await update(id, { default_branch: 'c' })).status).toBe(409)
    expect((await list())[0]).toMatchObject({ default_branch: 'b7', rev: 2 })
    const full = { url: 'https://github.com/lamp/full', branches: [...branches, { name: 'c' }] }
    expect((await tryAdd(full)).status).toBe(409)

    for (let more = 1; more < 100; more++) await add({ url: `https://github.com/lamp/r${more}` })
    expect((await tryAdd({ url: 'https://github.com/lamp/one-more' })).status).toBe(409)
    expect((await page({ limit: 1000 })).repositories).toHaveLength(100)
  })
})

describe('a repository', () => {
  test('takes its title from its address, and has the branch main', async () => {
    const repository = await add({ url: ' git@github.com:lamp/site.git ' })
    expect(repository).toEqual({
      id: repository.id,
      title: 'lamp/site',
      url: SITE,
      repository_name: 'lamp/site',
      repository_url: SITE,
      default_branch: 'main',
      branches: [{ name: 'main', site_url: null, created_at: repository.created_at }],
      created_by: owner.id,
      created_at: repository.created_at,
      modified_at: repository.created_at,
      rev: 1,
    })
    expect(await list()).toEqual([repository])
  })

  test('keeps what was sent, with the default branch first', async () => {
    const repository = await add({
      title: ' Site ',
      default_branch: 'trunk',
      branches: [
        { name: 'next', site_url: 'https://next.test/base' },
        { name: 'zebra', site_url: '' },
        { name: 'trunk', site_url: 'https://lamp.test' },
      ],
    })
    expect(repository.title).toBe('Site')
    expect(branchesOf(repository)).toEqual([
      ['trunk', 'https://lamp.test'],
      ['next', 'https://next.test/base'],
      ['zebra', null],
    ])
  })

  test('is listed by title, in pages', async () => {
    for (const title of ['beta', 'Alpha', 'gamma']) {
      await add({ title, url: `https://github.com/lamp/${title}` })
    }
    const titles = async (filter: object) =>
      (await page(filter)).repositories.map(({ title }) => title)
    expect(await titles({})).toEqual(['Alpha', 'beta', 'gamma'])
    expect(await titles({ limit: 1, skip: 1 })).toEqual(['beta'])
    expect(await page({ skip: 3 })).toEqual({ repositories: [], total: 3, limit: 10, skip: 3 })
  })

  test('can get another default branch, which is added if it does not exist', async () => {
    const { id } = await add()
    const after = ok(await update(id, { default_branch: 'trunk', url: 'git@gitlab.com:a/b/c.git' }))
    expect(after).toMatchObject({
      title: 'lamp/site',
      url: 'https://gitlab.com/a/b/c',
      default_branch: 'trunk',
      rev: 2,
    })
    expect(branchesOf(after)).toEqual([
      ['trunk', null],
      ['main', null],
    ])
    expect((await removeBranch(id, 'main')).status).toBe(200)
  })

  test('is deleted with its branches, and its address can be reused', async () => {
    const { id } = await add({ branches: [{ name: 'next' }] })
    expect((await remove(id)).ok()).toEqual({ message: expect.stringContaining('“lamp/site”') })
    expect(await page()).toMatchObject({ repositories: [], total: 0 })
    const rows = await server.app.db.read
      .selectFrom('repository_branches')
      .select('name')
      .where('repository_id', '=', id)
      .execute()
    expect(rows).toEqual([])
    await add()
  })

  test('is deleted with its bucket', async () => {
    const { id } = await add()
    const branches = async () => {
      const { read } = server.app.db
      const rows = read.selectFrom('repository_branches').where('repository_id', '=', id)
      return (await rows.select('name').execute()).map(({ name }) => name)
    }
    expect(await branches()).toEqual(['main'])
    await server.call(deleteBucket, { query: query() }, owner)
    await waitFor(
      async () => {
        await eraseSome(server.app)
        return branches()
      },
      (names) => names.length === 0,
    )
  })

  test('sends an event for every change', async () => {
    const kinds: string[] = []
    const leave = server.app.events.subscribe(owner.bucket.id, ({ kind }) => kinds.push(kind))
    const { id } = await add()
    await update(id, { title: 'X' })
    await tryAddBranch(id, { name: 'next' })
    await setSite(id, 'next', { site_url: 'https://a.test' })
    await removeBranch(id, 'next')
    await remove(id)
    await waitFor(
      () => kinds.length,
      (count) => count >= 6,
    )
    expect(new Set(kinds)).toEqual(new Set(['version']))
    leave()
  })
})

describe('a branch', () => {
  test('gets a site, which can be changed and removed', async () => {
    const { id } = await add()
    const body = { name: 'next', site_url: 'https://next.test' }
    expect(branchesOf(ok(await tryAddBranch(id, body)))).toEqual([
      ['main', null],
      ['next', 'https://next.test'],
    ])
    const set = async (site_url: string | null) =>
      branchesOf(ok(await setSite(id, 'next', { site_url })))[1]
    expect(await set('http://localhost:3000')).toEqual(['next', 'http://localhost:3000'])
    expect(await set(null)).toEqual(['next', null])
    expect(ok(await removeBranch(id, 'next'))).toMatchObject({
      rev: 5,
      branches: [{ name: 'main' }],
    })
  })

  test('can have special characters in its name, which the path escapes', async () => {
    const { id } = await add()
    const long = 'ä'.repeat(122)
    for (const name of ['feature/a%c', 'feature/a%20c', 'a+b&c=d', '100%', long]) {
      expect((await tryAddBranch(id, { name })).status).toBe(201)
      expect((await setSite(id, name, { site_url: 'https://a.test' })).status).toBe(200)
      expect((await removeBranch(id, name)).status).toBe(200)
    }
    // A Git branch cannot have a space in its name: the name arrives whole, and is not found.
    const spaced = await removeBranch(id, 'feature/a b%c')
    expect([spaced.status, spaced.error().message]).toEqual([404, 'Branch not found'])
  })
})

test('other names of the properties are accepted, as other clients send them', async () => {
  const post = (body: object) => server.send(addRepository, { query: query(), body }, owner)
  const repository = {
    repository_name: 'Lamps',
    repository_url: SITE,
    platform: 'github',
    framework: 'nextjs',
    repository_type: 'reference',
  }
  for (const bad of [{ repository_name: 'Lamps' }, { ...repository, repository_type: 'clone' }])
    expect((await post(bad)).status).toBe(400)
  const added = ok(await post(repository))
  expect(added).toMatchObject({ title: 'Lamps', url: SITE, repository_url: SITE })
  const branch = { branch_name: 'next', source_branch: 'none' }
  expect((await tryAddBranch(added.id, branch)).error()).toMatchObject({
    status: 400,
    details: [{ path: 'source_branch', rule: 'reference' }],
  })
  const { branches } = ok(await tryAddBranch(added.id, { ...branch, source_branch: 'main' }))
  expect(branches.map(({ name }) => name)).toEqual(['main', 'next'])
})
