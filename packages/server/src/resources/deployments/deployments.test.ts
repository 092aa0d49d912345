import { listAudit } from '@typecase/contract/audit'
import {
  connectVercel,
  disconnectVercel,
  getDeploymentLog,
  getVercelConnection,
  linkVercelProject,
  listDeployments,
  listVercelProjects,
  MOST_LINKS,
  MOST_LOG_LINES,
  unlinkVercelProject,
} from '@typecase/contract/deployments'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import {
  builtDeployment,
  startTestVercel,
  type TestVercel,
  type VercelProject,
} from '../../testing/vercel-server.ts'

const NOW = Date.UTC(2026, 10, 26, 9)
const MINUTE = 60_000
const TOKEN = 'token-of-the-bucket'
const OPERATOR = 'token-of-the-operator'
const JOURNAL = 'prj_journal'
const SHOP = 'prj_shop'

const clock = createTestClock(NOW)
let vercel: TestVercel
/** Has a token of the installation. */
let server: TestServer
/** Has none. */
let bare: TestServer
let journal: VercelProject
let owner: Owner
let editor: Person
let staff: Person

beforeAll(async () => {
  vercel = await startTestVercel()
  const installation = { VERCEL_TOKEN: OPERATOR, VERCEL_TEAM_ID: 'team_operator' }
  server = await startTestServer({ ...vercel.settings, ...installation }, { clock })
  bare = await startTestServer(vercel.settings, { clock })
})
afterAll(async () => {
  await server.remove()
  await bare.remove()
  vercel.close()
})
beforeEach(async () => {
  // Nothing of the test before is answered again.
  clock.advance(MINUTE)
  journal = {
    id: JOURNAL,
    name: 'journal',
    deployments: [
      builtDeployment('dpl_three', NOW + 3000, { readyState: 'BUILDING', ready: undefined }),
      builtDeployment('dpl_two', NOW + 2000, { target: null }),
      builtDeployment('dpl_one', NOW + 1000),
    ],
    events: {},
  }
  const shop = { id: SHOP, name: 'shop', deployments: [], events: {} }
  vercel.projects[TOKEN] = [journal]
  vercel.projects[`${TOKEN} team_harbour`] = [shop]
  vercel.projects[`${OPERATOR} team_operator`] = [journal, shop]
  vercel.asked.length = 0
  owner = await addOwner(server)
  editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  staff = await addPerson(server)
  await join(server, staff, owner, 'admin')
  await server.app.db.write(({ db }) =>
    db.updateTable('users').set({ is_staff: 1 }).where('id', '=', staff.id).execute(),
  )
})
afterEach(() => (vercel.answer = undefined))

type By = { token?: string; headers?: Record<string, string> }
const slug = () => owner.bucket.slug
const connection = async (by: By = owner) =>
  (await server.call(getVercelConnection, { query: { slug: slug() } }, by)).ok().connection
const connect = (more: object = {}, by: By = owner, to = server, of = slug()) =>
  to.send(connectVercel, { body: { slug: of, token: TOKEN, ...more } }, by)
const disconnect = (by: By = owner) =>
  server.call(disconnectVercel, { query: { slug: slug() } }, by)
const projects = (by: By = owner, search?: string) =>
  server.call(
    listVercelProjects,
    { query: { slug: slug(), ...(search !== undefined && { search }) } },
    by,
  )
const link = (project_id = JOURNAL, by: By = owner) =>
  server.call(linkVercelProject, { body: { slug: slug(), project_id } }, by)
const unlink = (project_id = JOURNAL, by: By = owner) =>
  server.call(unlinkVercelProject, { query: { slug: slug(), project_id } }, by)
const list = (more: object = {}, by: By = owner) =>
  server.call(listDeployments, { query: { slug: slug(), vercelProjectId: JOURNAL, ...more } }, by)
const log = (deployment_id = 'dpl_one', by: By = owner, vercelProjectId = JOURNAL) =>
  server.call(getDeploymentLog, { query: { slug: slug(), vercelProjectId, deployment_id } }, by)
const everyCall = (by: By) => [
  list({}, by),
  log(undefined, by),
  server.send(getVercelConnection, { query: { slug: slug() } }, by),
  connect({}, by),
  disconnect(by),
  projects(by),
  link(undefined, by),
  unlink(undefined, by),
]
const statuses = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status)

async function linked(): Promise<void> {
  ;(await connect()).ok()
  ;(await link()).ok()
}

describe('who may', () => {
  test('nobody without a session', async () => {
    expect(new Set(await statuses(everyCall({})))).toEqual(new Set([401]))
  })

  test('in somebody else’s bucket: not found', async () => {
    await linked()
    expect(new Set(await statuses(everyCall(await addOwner(server))))).toEqual(new Set([404]))
  })

  test('editors look, and change nothing', async () => {
    await linked()
    expect(await statuses(everyCall(editor))).toEqual([200, 200, 200, 403, 403, 403, 403, 403])
    expect((await connection(editor)).links.map(({ project_id }) => project_id)).toEqual([JOURNAL])
  })

  test('only staff link with the installation’s token; others hear what to do', async () => {
    const refused = await link(SHOP)
    expect([refused.status, refused.error().code]).toEqual([403, 'forbidden'])
    expect(refused.error().message).toContain('give this bucket a Vercel token')
    expect((await projects()).status).toBe(403)
    expect(vercel.asked).toEqual([])

    expect((await projects(staff)).ok().projects.map(({ title }) => title)).toEqual([
      'journal',
      'shop',
    ])
    const { links } = (await link(SHOP, staff)).ok().connection
    expect(links).toEqual([{ project_id: SHOP, title: 'shop', source: 'installation' }])
    expect((await list({ vercelProjectId: SHOP }, editor)).ok().deployments).toEqual([])
    expect(new Set(vercel.asked.map(({ token }) => token))).toEqual(new Set([OPERATOR]))
    expect(vercel.asked.at(-1)?.url.searchParams.get('teamId')).toBe('team_operator')
  })

  test('what the operator’s token sees is no project of a bucket that does not link it', async () => {
    const answer = await list({ vercelProjectId: SHOP })
    expect([answer.status, answer.error().code]).toEqual([404, 'not_found'])
    expect(vercel.asked).toEqual([])
  })
})

describe('what is refused', () => {
  test.each([
    [{ vercelProjectId: '../user' }, 'vercelProjectId'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ until: 'yesterday' }, 'until'],
    [{ since: -1 }, 'since'],
    [{ page: 2 }, 'page'],
  ])('a list with %j: names %s', async (more, path) => {
    const answer = await list(more)
    expect(answer.status).toBe(400)
    expect(answer.error().details?.map((one) => one.path)).toContain(path)
  })

  test.each([
    [{ token: '' }, 'token'],
    [{ token: 'two words' }, 'token'],
    [{ team_id: 'no team' }, 'team_id'],
    [{ colour: 'red' }, 'colour'],
  ])('a connection with %j: names %s', async (more, path) => {
    const answer = await connect(more)
    expect(answer.status).toBe(400)
    expect(answer.error().details?.map((one) => one.path)).toContain(path)
    expect(vercel.asked).toEqual([])
  })

  test('a token that Vercel does not accept, and a team that it does not see', async () => {
    await linked()
    const token = await connect({ token: 'wrong' })
    expect([token.status, token.error().details?.[0]]).toEqual([
      400,
      {
        path: 'token',
        message: 'token must be a token that Vercel accepts (Not authorized)',
        rule: 'refused',
      },
    ])
    const team = await connect({ team_id: 'team_other' })
    expect([team.status, team.error().details?.[0]?.path]).toEqual([400, 'team_id'])
    // The token that worked goes on working.
    expect((await list()).status).toBe(200)
  })

  test('a project that the token does not see', async () => {
    ;(await connect()).ok()
    const answer = await link(SHOP)
    expect([answer.status, answer.error().details?.[0]?.path]).toEqual([400, 'project_id'])
    expect((await unlink(SHOP)).status).toBe(404)
    expect((await connection()).links).toEqual([])
  })

  test('a change of what was changed since', async () => {
    ;(await connect()).ok()
    const old = { headers: { 'if-match': '"0"' } }
    for (const answer of [
      await connect({ rev: 0 }),
      await server.send(
        linkVercelProject,
        { body: { slug: slug(), project_id: JOURNAL, rev: 0 } },
        owner,
      ),
      await disconnect({ ...owner, ...old }),
    ]) {
      expect(answer.status).toBe(412)
      expect(answer.error().current).toMatchObject({ source: 'bucket', links: [], rev: 1 })
    }
    expect((await connect({ rev: 1 })).status).toBe(200)
  })
})

describe('a connection', () => {
  test('says whose token it uses, and never which', async () => {
    expect(await connection(editor)).toEqual({
      source: 'installation',
      team_id: null,
      links: [],
      rev: 0,
    })
    ;(await connect({ team_id: 'team_harbour' })).ok()
    ;(await link(SHOP)).ok()
    expect(await connection(editor)).toEqual({
      source: 'bucket',
      team_id: 'team_harbour',
      links: [{ project_id: SHOP, title: 'shop', source: 'bucket' }],
      rev: 2,
    })
    const row = await server.app.db.read
      .selectFrom('vercel_connections')
      .selectAll()
      .where('bucket_id', '=', owner.bucket.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(TOKEN)
    expect(server.app.sealer.open(row.token_sealed ?? '')).toBe(TOKEN)
  })

  test('that is removed leaves its links, which never use the installation’s token', async () => {
    await linked()
    ;(await link(JOURNAL, staff)).ok()
    ;(await disconnect()).ok()
    vercel.asked.length = 0
    clock.advance(MINUTE)
    const answer = await list()
    expect([answer.status, answer.error().code]).toEqual([424, 'not_configured'])
    expect(answer.error().message).toContain('was removed')
    expect((await log()).status).toBe(424)
    expect(vercel.asked).toEqual([])
    // The same project once more, by those who may: now with the other token.
    ;(await link(JOURNAL, staff)).ok()
    expect((await connection()).links.map(({ source }) => source)).toEqual(['installation'])
    expect((await list()).status).toBe(200)
  })

  test('whose secret is lost says so', async () => {
    await linked()
    await server.app.db.write(({ db }) =>
      db
        .updateTable('vercel_connections')
        .set({ token_sealed: '' })
        .where('bucket_id', '=', owner.bucket.id)
        .execute(),
    )
    const answer = await list()
    expect([answer.status, answer.error().code]).toEqual([424, 'not_configured'])
    expect(answer.error().message).toContain('was lost')
    ;(await connect()).ok()
    expect((await list()).status).toBe(200)
  })

  test('without any token says what to do', async () => {
    const other = await addOwner(bare)
    const query = { slug: other.bucket.slug }
    const { connection: none } = (await bare.call(getVercelConnection, { query }, other)).ok()
    expect(none).toMatchObject({ source: null, links: [] })
    const answer = await bare.call(listVercelProjects, { query }, other)
    expect([answer.status, answer.error().code]).toEqual([424, 'not_configured'])
    expect(answer.error().message).toContain('VERCEL_TOKEN')
  })

  test('and its projects stand in the audit log, without the token', async () => {
    await linked()
    ;(await unlink()).ok()
    ;(await disconnect()).ok()
    // Nothing to remove is nothing to record.
    ;(await disconnect()).ok()
    const query = { project_id: owner.project.id, bucket_id: owner.bucket.id }
    const { entries } = (await server.call(listAudit, { query }, owner)).ok()
    expect(entries.map(({ kind, subject }) => [kind, subject.title])).toEqual([
      ['bucket.disconnect_vercel', owner.bucket.title],
      ['bucket.unlink_vercel_project', 'journal'],
      ['bucket.link_vercel_project', 'journal'],
      ['bucket.connect_vercel', owner.bucket.title],
    ])
    expect(JSON.stringify(entries)).not.toContain(TOKEN)
  })

  test('is told to other tabs', async () => {
    const kinds: string[] = []
    const leave = server.app.events.subscribe(owner.bucket.id, ({ kind }) => kinds.push(kind))
    await linked()
    leave()
    expect(kinds.length).toBeGreaterThan(0)
  })

  test(`links ${MOST_LINKS} projects at most`, async () => {
    ;(await connect()).ok()
    const many = Array.from({ length: MOST_LINKS + 1 }, (_one, n) => ({
      id: `prj_${n}`,
      name: `site ${n}`,
      deployments: [],
      events: {},
    }))
    vercel.projects[TOKEN] = many
    for (const { id } of many.slice(1)) (await link(id)).ok()
    const answer = await link('prj_0')
    expect([answer.status, answer.error().code]).toEqual([409, 'conflict'])
    // One that is linked already is not one more.
    expect((await link('prj_7')).status).toBe(200)
  })

  test('offers the token’s projects, by name and by words', async () => {
    ;(await connect({ team_id: 'team_harbour' })).ok()
    expect((await projects()).ok().projects).toEqual([{ project_id: SHOP, title: 'shop' }])
    expect((await projects(owner, 'jour')).ok().projects).toEqual([])
  })
})

describe('deployments', () => {
  test('say what was built, from which commit, and how long it took', async () => {
    await linked()
    const { deployments, limit, next } = (await list()).ok()
    expect([limit, next]).toEqual([20, null])
    expect(deployments.map(({ state, target }) => [state, target])).toEqual([
      ['building', 'production'],
      ['ready', 'preview'],
      ['ready', 'production'],
    ])
    expect(deployments[2]).toEqual({
      id: 'dpl_one',
      url: 'https://journal-_one.vercel.app',
      state: 'ready',
      target: 'production',
      branch: 'main',
      commit: {
        sha: '4f3c2b1a09d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4',
        message: 'Show the tide tables\n\nWith all harbours.',
        author: 'Ada Byron',
        url: 'https://github.com/harbour/journal/commit/4f3c2b1a09d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4',
      },
      created_at: '2026-11-26T09:00:01.000Z',
      ready_at: '2026-11-26T09:00:44.000Z',
      build_seconds: 42,
      inspector_url: 'https://vercel.com/harbour/journal/dpl_one',
      creator: 'ada',
    })
    expect(deployments[0]).toMatchObject({ ready_at: null, build_seconds: null })
  })

  test('come in pages, by time', async () => {
    await linked()
    const first = (await list({ limit: 2 })).ok()
    expect(first.deployments.map(({ id }) => id)).toEqual(['dpl_three', 'dpl_two'])
    expect(first.next).toBe(NOW + 2000)
    const rest = (await list({ limit: 2, until: first.next })).ok()
    expect([rest.deployments.map(({ id }) => id), rest.next]).toEqual([['dpl_one'], null])
    const since = (await list({ since: NOW + 2000 })).ok()
    expect(since.deployments.map(({ id }) => id)).toEqual(['dpl_three'])
  })

  test('of many editors are asked for once in a few seconds, with each token for itself', async () => {
    await linked()
    vercel.asked.length = 0
    await Promise.all([list(), list({}, editor), list({}, staff)])
    expect(vercel.asked.length).toBe(1)
    clock.advance(5000)
    await list({}, editor)
    expect(vercel.asked.length).toBe(2)
    ;(await disconnect()).ok()
    ;(await link(JOURNAL, staff)).ok()
    await list()
    expect(vercel.asked.at(-1)).toMatchObject({ token: OPERATOR })
  })

  test('have links that a browser may follow, and none else', async () => {
    await linked()
    journal.deployments = [
      builtDeployment('dpl_odd', NOW, {
        url: 'a b',
        inspectorUrl: 'javascript:alert(1)',
        readyState: 'PAUSED',
        target: 'staging',
        meta: {
          gitlabCommitRef: 'main',
          gitlabCommitSha: 'abc',
          gitlabCommitMessage: '<b>',
          gitlabProjectPath: 'harbour/web site',
        },
        creator: null,
      }),
      builtDeployment('dpl_hand', NOW, { meta: null, readyState: 'QUEUED' }),
    ]
    const [odd, byHand] = (await list()).ok().deployments
    expect(odd).toMatchObject({
      url: null,
      inspector_url: null,
      state: 'error',
      target: null,
      commit: { url: 'https://gitlab.com/harbour/web%20site/-/commit/abc', author: null },
      creator: null,
    })
    expect(byHand).toMatchObject({ commit: null, branch: null, state: 'queued' })
  })
})

describe('when Vercel fails', () => {
  const reply = (status: number, body: string, headers: Record<string, string> = {}) => {
    clock.advance(MINUTE)
    vercel.answer = (response) => response.writeHead(status, headers).end(body)
  }
  beforeEach(linked)

  test('the message is Vercel’s own, else “Vercel API Error”', async () => {
    reply(500, '{"error":{"code":"internal","message":"The build system is down"}}')
    const told = await list()
    expect([told.status, told.error().code, told.error().message]).toEqual([
      503,
      'unavailable',
      'The build system is down',
    ])
    for (const body of ['{"error":{}}', '{}', '<html>', '']) {
      reply(502, body)
      expect((await list()).error().message).toBe('Vercel API Error')
    }
  })

  test('a token that is refused says who can do something about it', async () => {
    delete vercel.projects[TOKEN]
    delete vercel.projects[`${TOKEN} team_harbour`]
    clock.advance(MINUTE)
    const answer = await list()
    expect([answer.status, answer.error().code, answer.error().message]).toEqual([
      424,
      'not_configured',
      'Not authorized',
    ])
    expect(answer.error().details?.[0]).toMatchObject({
      path: 'token',
      message: expect.stringContaining('in its settings, under Deployments'),
    })
  })

  test('too many requests are passed on, with when to come again', async () => {
    reply(429, '{"error":{"message":"Rate limit exceeded"}}', { 'retry-after': '30' })
    const answer = await list()
    expect([answer.status, answer.error().message]).toEqual([429, 'Rate limit exceeded'])
    expect(answer.headers['retry-after']).toBe('30')
  })

  test('answers that make no sense, that lead elsewhere, that are too large, and none at all', async () => {
    for (const body of ['[]', '{"deployments":[{}]}', 'no JSON']) {
      reply(200, body)
      const answer = await list()
      expect([answer.status, answer.error().message]).toEqual([
        503,
        'Vercel (VERCEL_API_BASE) answered something unexpected.',
      ])
    }
    reply(302, '', { location: `${vercel.url}/elsewhere` })
    expect((await list()).error().message).toContain('cannot be reached')
    expect(vercel.asked.at(-1)?.url.pathname).toBe('/v6/deployments')
    reply(200, `"${'x'.repeat(8_000_001)}"`)
    expect((await list()).error().message).toContain('too large')
    vercel.answer = (response) => response.destroy()
    expect((await list()).error().code).toBe('unavailable')
  })

  test('a failure is not kept: the next call asks again', async () => {
    reply(500, '{}')
    expect((await list()).status).toBe(503)
    vercel.answer = undefined
    expect((await list()).status).toBe(200)
  })
})

test('requests of an account are limited; what was asked a moment ago takes none', async () => {
  const strict = await startTestServer({ ...vercel.settings, RATE_LIMITS: 'on' }, { clock })
  try {
    const other = await addOwner(strict)
    const of = other.bucket.slug
    ;(await connect({}, other, strict, of)).ok()
    const body = { slug: of, project_id: JOURNAL }
    ;(await strict.call(linkVercelProject, { body }, other)).ok()
    const page = (until: number) =>
      strict.call(listDeployments, { query: { slug: of, vercelProjectId: JOURNAL, until } }, other)
    vercel.asked.length = 0
    const answers = []
    for (let until = 1; until <= 60; until += 1) answers.push((await page(until)).status)
    expect(answers).toContain(200)
    expect(answers.at(-1)).toBe(429)
    // Two for the token and one for the project were asked before.
    expect(vercel.asked.length).toBe(57)
    expect((await page(1)).status).toBe(200)
    clock.advance(MINUTE)
    expect((await page(99)).status).toBe(200)
  } finally {
    await strict.remove()
  }
})

describe('a build log', () => {
  const write = (events: object[]) => (journal.events['dpl_one'] = events)
  const flat = (created: number, text: string, type = 'stdout') => ({ created, type, text })

  test('is in the order in which it was written, without colours', async () => {
    await linked()
    write([
      { type: 'command', created: NOW, payload: { text: 'npm run build', date: NOW } },
      flat(NOW + 1, '\u001b[32m✓\u001b[39m Compiled\n'),
      { type: 'deployment-state', created: NOW + 2, payload: { info: {} } },
      flat(NOW + 2, 'Warning: old', 'stderr'),
      flat(NOW + 2, 'and so on', 'metric'),
    ])
    const { deployment, lines, truncated } = (await log('dpl_one', editor)).ok()
    expect(deployment).toMatchObject({ id: 'dpl_one', state: 'ready', build_seconds: 42 })
    expect(truncated).toBe(false)
    expect(lines.map(({ type, text }) => [type, text])).toEqual([
      ['command', 'npm run build'],
      ['stdout', '✓ Compiled'],
      ['stderr', 'Warning: old'],
      ['stdout', 'and so on'],
    ])
    expect(lines[0]?.time).toBe('2026-11-26T09:00:00.000Z')
  })

  test('keeps its end where it is long', async () => {
    await linked()
    write(Array.from({ length: MOST_LOG_LINES + 5 }, (_one, n) => flat(NOW + n, `line ${n}`)))
    const many = (await log()).ok()
    expect([many.truncated, many.lines.length]).toEqual([true, MOST_LOG_LINES])
    expect(many.lines.at(-1)?.text).toBe(`line ${MOST_LOG_LINES + 4}`)
    write(Array.from({ length: 1000 }, (_one, n) => flat(NOW + n, `${n} ${'x'.repeat(5000)}`)))
    const wide = (await log()).ok()
    expect(wide.truncated).toBe(true)
    expect(wide.lines.length).toBe(250)
    expect(wide.lines.at(-1)?.text.slice(0, 4)).toBe('999 ')
    write(Array.from({ length: 4000 }, (_one, n) => ({ type: 'stdout', created: NOW + n })))
    expect((await log()).ok()).toMatchObject({ lines: [], truncated: true })
  })

  test('is there for deployments of the linked project alone', async () => {
    await linked()
    vercel.projects[TOKEN]?.push({
      id: SHOP,
      name: 'shop',
      deployments: [builtDeployment('dpl_shop', NOW)],
      events: { dpl_shop: [flat(NOW, 'secret')] },
    })
    for (const id of ['dpl_shop', 'dpl_none']) {
      const answer = await log(id)
      expect([answer.status, answer.error().message]).toEqual([404, 'Deployment not found'])
    }
    expect((await log('dpl_shop', owner, SHOP)).status).toBe(404)
    expect((await log('a/b')).status).toBe(400)
  })
})
