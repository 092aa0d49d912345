import { listAudit } from '@typecase/contract/audit'
import {
  getVercelConnection,
  linkVercelProject,
  listVercelProjects,
  MAX_LINKS,
} from '@typecase/contract/deployments'
import { describe, expect, test } from 'vitest'

import { createSealer, newKey } from '../../secrets/sealer.ts'
import { lostRows, resealRows } from '../../secrets/sealed-columns.ts'
import { addOwner } from '../../testing/people.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { type By, JOURNAL, MINUTE, OPERATOR, prepareVercel, SHOP, TOKEN } from './vercel.fixture.ts'

const { bed, clock, slug, ...calls } = prepareVercel()
const { connection, connect, disconnect, projects, link, unlink, list, log, linked } = calls

const everyCall = (by: By) => [
  list({}, by),
  log(undefined, by),
  bed.server.send(getVercelConnection, { query: { slug: slug() } }, by),
  connect({}, by),
  disconnect(by),
  projects(by),
  link(undefined, by),
  unlink(undefined, by),
]
const statuses = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status)

describe('access to deployments', () => {
  test('returns 401 without a session', async () => {
    expect(new Set(await statuses(everyCall({})))).toEqual(new Set([401]))
  })

  test('returns 404 in someone else’s bucket', async () => {
    await linked()
    expect(new Set(await statuses(everyCall(await addOwner(bed.server))))).toEqual(new Set([404]))
  })

  test('lets editors read, and returns 403 to their changes', async () => {
    await linked()
    expect(await statuses(everyCall(bed.editor))).toEqual([200, 200, 200, 403, 403, 403, 403, 403])
    expect((await connection(bed.editor)).links.map(({ project_id }) => project_id)).toEqual([
      JOURNAL,
    ])
  })

  test('lets only staff link projects with the installation’s token, and advises others', async () => {
    const refused = await link(SHOP)
    expect([refused.status, refused.error().code]).toEqual([403, 'forbidden'])
    expect(refused.error().message).toContain('give this bucket a Vercel token')
    expect((await projects()).status).toBe(403)
    expect(bed.vercel.requests).toEqual([])

    expect((await projects(bed.staff)).ok().projects.map(({ title }) => title)).toEqual([
      'journal',
      'shop',
    ])
    const { links } = (await link(SHOP, bed.staff)).ok().connection
    expect(links).toEqual([{ project_id: SHOP, title: 'shop', source: 'installation' }])
    expect((await list({ vercelProjectId: SHOP }, bed.editor)).ok().deployments).toEqual([])
    expect(new Set(bed.vercel.requests.map(({ token }) => token))).toEqual(new Set([OPERATOR]))
    expect(bed.vercel.requests.at(-1)?.url.searchParams.get('teamId')).toBe('team_operator')
  })

  test('returns 404 for a project that only the operator’s token sees and the bucket does not link', async () => {
    const answer = await list({ vercelProjectId: SHOP })
    expect([answer.status, answer.error().code]).toEqual([404, 'not_found'])
    expect(bed.vercel.requests).toEqual([])
  })
})

describe('an invalid change', () => {
  test.each([
    [{ token: '' }, 'token'],
    [{ token: 'two words' }, 'token'],
    [{ team_id: 'no team' }, 'team_id'],
    [{ colour: 'red' }, 'colour'],
  ])('of the connection to %j returns 400 and names %s', async (more, path) => {
    const answer = await connect(more)
    expect(answer.status).toBe(400)
    expect(answer.error().details?.map((one) => one.path)).toContain(path)
    expect(bed.vercel.requests).toEqual([])
  })

  test('to a token or team that Vercel rejects returns 400, and the old token still works', async () => {
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
    // A valid token continues to work.
    expect((await list()).status).toBe(200)
  })

  test('that links or unlinks a project that the token cannot see returns 400 or 404', async () => {
    ;(await connect()).ok()
    const answer = await link(SHOP)
    expect([answer.status, answer.error().details?.[0]?.path]).toEqual([400, 'project_id'])
    expect((await unlink(SHOP)).status).toBe(404)
    expect((await connection()).links).toEqual([])
  })

  test('that is stale returns 412 with the current connection', async () => {
    ;(await connect()).ok()
    const old = { headers: { 'if-match': '"0"' } }
    for (const answer of [
      await connect({ rev: 0 }),
      await bed.server.send(
        linkVercelProject,
        { body: { slug: slug(), project_id: JOURNAL, rev: 0 } },
        bed.owner,
      ),
      await disconnect({ ...bed.owner, ...old }),
    ]) {
      expect(answer.status).toBe(412)
      expect(answer.error().current).toMatchObject({ source: 'bucket', links: [], rev: 1 })
    }
    expect((await connect({ rev: 1 })).status).toBe(200)
  })
})

describe('a connection', () => {
  test('shows the source of its token, but never the token, which is stored sealed', async () => {
    expect(await connection(bed.editor)).toEqual({
      source: 'installation',
      team_id: null,
      links: [],
      rev: 0,
    })
    ;(await connect({ team_id: 'team_harbour' })).ok()
    ;(await link(SHOP)).ok()
    expect(await connection(bed.editor)).toEqual({
      source: 'bucket',
      team_id: 'team_harbour',
      links: [{ project_id: SHOP, title: 'shop', source: 'bucket' }],
      rev: 2,
    })
    const row = await bed.server.app.db.read
      .selectFrom('vercel_connections')
      .selectAll()
      .where('bucket_id', '=', bed.owner.bucket.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(TOKEN)
    expect(bed.server.app.sealer.open(row.token_sealed ?? '')).toBe(TOKEN)
  })

  test('keeps its links when it is removed, but these do not use the installation’s token', async () => {
    await linked()
    ;(await link(JOURNAL, bed.staff)).ok()
    ;(await disconnect()).ok()
    bed.vercel.requests.length = 0
    clock.advance(MINUTE)
    const answer = await list()
    expect([answer.status, answer.error().code]).toEqual([424, 'not_configured'])
    expect(answer.error().message).toContain('was removed')
    expect((await log()).status).toBe(424)
    expect(bed.vercel.requests).toEqual([])
    // Staff link the same project again, so it uses the installation's token.
    ;(await link(JOURNAL, bed.staff)).ok()
    expect((await connection()).links.map(({ source }) => source)).toEqual(['installation'])
    expect((await list()).status).toBe(200)
  })

  test('is resealed with a new key, and its bucket is reported where the key is lost', async () => {
    await linked()
    const { db, sealer } = bed.server.app
    const next = createSealer(newKey())
    expect((await lostRows(db.read, sealer)).buckets).toEqual([])
    expect((await lostRows(db.read, next)).buckets).toContain(slug())
    await db.write((write) => resealRows(write.db, sealer, next), 'serializable')
    const { token_sealed } = await db.read
      .selectFrom('vercel_connections')
      .select('token_sealed')
      .where('bucket_id', '=', bed.owner.bucket.id)
      .executeTakeFirstOrThrow()
    expect(next.open(token_sealed ?? '')).toBe(TOKEN)
    await db.write((write) => resealRows(write.db, next, sealer), 'serializable')
    expect((await list()).status).toBe(200)
  })

  test('returns 424 when its token is lost', async () => {
    await linked()
    await bed.server.app.db.write(
      ({ db }) =>
        db
          .updateTable('vercel_connections')
          .set({ token_sealed: '' })
          .where('bucket_id', '=', bed.owner.bucket.id)
          .execute(),
      'serializable',
    )
    const answer = await list()
    expect([answer.status, answer.error().code]).toEqual([424, 'not_configured'])
    expect(answer.error().message).toContain('was lost')
    ;(await connect()).ok()
    expect((await list()).status).toBe(200)
  })

  test('without any token returns 424 and names the setting', async () => {
    const unconfigured = await startTestServer(bed.vercel.settings)
    try {
      const other = await addOwner(unconfigured)
      const query = { slug: other.bucket.slug }
      const { connection: none } = (
        await unconfigured.call(getVercelConnection, { query }, other)
      ).ok()
      expect(none).toMatchObject({ source: null, links: [] })
      const answer = await unconfigured.call(listVercelProjects, { query }, other)
      expect([answer.status, answer.error().code]).toEqual([424, 'not_configured'])
      expect(answer.error().message).toContain('VERCEL_TOKEN')
    } finally {
      await unconfigured.remove()
    }
  })

  test('is recorded in the audit log with its projects, but without the token', async () => {
    await linked()
    ;(await unlink()).ok()
    ;(await disconnect()).ok()
    // If there is nothing to remove, nothing is recorded.
    ;(await disconnect()).ok()
    const query = { project_id: bed.owner.project.id, bucket_id: bed.owner.bucket.id }
    const { entries } = (await bed.server.call(listAudit, { query }, bed.owner)).ok()
    expect(entries.map(({ kind, subject }) => [kind, subject.title])).toEqual([
      ['bucket.disconnect_vercel', bed.owner.bucket.title],
      ['bucket.unlink_vercel_project', 'journal'],
      ['bucket.link_vercel_project', 'journal'],
      ['bucket.connect_vercel', bed.owner.bucket.title],
    ])
    expect(JSON.stringify(entries)).not.toContain(TOKEN)
  })

  test('is announced to other tabs', async () => {
    const kinds: string[] = []
    const leave = bed.server.app.events.subscribe(bed.owner.bucket.id, ({ kind }) =>
      kinds.push(kind),
    )
    await linked()
    leave()
    expect(kinds.length).toBeGreaterThan(0)
  })

  test(`links at most ${MAX_LINKS} projects, and another returns 409`, async () => {
    ;(await connect()).ok()
    const many = Array.from({ length: MAX_LINKS + 1 }, (_one, n) => ({
      id: `prj_${n}`,
      name: `site ${n}`,
      deployments: [],
      events: {},
    }))
    bed.vercel.projects[TOKEN] = many
    for (const { id } of many.slice(1)) (await link(id)).ok()
    const answer = await link('prj_0')
    expect([answer.status, answer.error().code]).toEqual([409, 'conflict'])
    // Linking a project again does not count as another link.
    expect((await link('prj_7')).status).toBe(200)
  })

  test('lists the projects that its token sees, and filters them by words', async () => {
    ;(await connect({ team_id: 'team_harbour' })).ok()
    expect((await projects()).ok().projects).toEqual([{ project_id: SHOP, title: 'shop' }])
    expect((await projects(bed.owner, 'jour')).ok().projects).toEqual([])
  })
})
