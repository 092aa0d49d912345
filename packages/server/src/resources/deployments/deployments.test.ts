import { linkVercelProject, listDeployments, MAX_LOG_LINES } from '@typecase/contract/deployments'
import { beforeEach, describe, expect, test } from 'vitest'

import { addOwner } from '../../testing/people.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { builtDeployment } from '../../testing/vercel-server.ts'
import { JOURNAL, MINUTE, NOW, OPERATOR, prepareVercel, SHOP, TOKEN } from './vercel.fixture.ts'

const { bed, clock, ...calls } = prepareVercel()
const { connect, disconnect, link, list, log, linked } = calls

test.each([
  [{ vercelProjectId: '../user' }, 'vercelProjectId'],
  [{ limit: 0 }, 'limit'],
  [{ limit: 101 }, 'limit'],
  [{ until: 'yesterday' }, 'until'],
  [{ since: -1 }, 'since'],
  [{ page: 2 }, 'page'],
])('a list with %j returns 400 and names %s', async (more, path) => {
  const answer = await list(more)
  expect(answer.status).toBe(400)
  expect(answer.error().details?.map((one) => one.path)).toContain(path)
})

describe('deployments', () => {
  test('report their state, target, commit and build time', async () => {
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

  test('are returned in pages by time', async () => {
    await linked()
    const first = (await list({ limit: 2 })).ok()
    expect(first.deployments.map(({ id }) => id)).toEqual(['dpl_three', 'dpl_two'])
    expect(first.next).toBe(NOW + 2000)
    const rest = (await list({ limit: 2, until: first.next })).ok()
    expect([rest.deployments.map(({ id }) => id), rest.next]).toEqual([['dpl_one'], null])
    const since = (await list({ since: NOW + 2000 })).ok()
    expect(since.deployments.map(({ id }) => id)).toEqual(['dpl_three'])
  })

  test('are requested from Vercel once in a few seconds for all editors, separately for each token', async () => {
    await linked()
    bed.vercel.requests.length = 0
    await Promise.all([list(), list({}, bed.editor), list({}, bed.staff)])
    expect(bed.vercel.requests.length).toBe(1)
    clock.advance(5000)
    await list({}, bed.editor)
    expect(bed.vercel.requests.length).toBe(2)
    ;(await disconnect()).ok()
    ;(await link(JOURNAL, bed.staff)).ok()
    await list()
    expect(bed.vercel.requests.at(-1)).toMatchObject({ token: OPERATOR })
  })

  test('have only links that a browser may follow', async () => {
    await linked()
    bed.journal.deployments = [
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
    bed.vercel.answer = (response) => response.writeHead(status, headers).end(body)
  }
  beforeEach(linked)

  test('the error has the message of Vercel, or else “Vercel API Error”', async () => {
    reply(500, '{"error":{"code":"internal","message":"The build system is down"}}')
    const refusal = await list()
    expect([refusal.status, refusal.error().code, refusal.error().message]).toEqual([
      503,
      'unavailable',
      'The build system is down',
    ])
    for (const body of ['{"error":{}}', '{}', '<html>', '']) {
      reply(502, body)
      expect((await list()).error().message).toBe('Vercel API Error')
    }
  })

  test('a rejected token returns 424 and points to the settings', async () => {
    delete bed.vercel.projects[TOKEN]
    delete bed.vercel.projects[`${TOKEN} team_harbour`]
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

  test('a 429 is passed on with its retry-after header', async () => {
    reply(429, '{"error":{"message":"Rate limit exceeded"}}', { 'retry-after': '30' })
    const answer = await list()
    expect([answer.status, answer.error().message]).toEqual([429, 'Rate limit exceeded'])
    expect(answer.headers['retry-after']).toBe('30')
  })

  test('a malformed, redirected, oversized or missing response is reported as an error', async () => {
    for (const body of ['[]', '{"deployments":[{}]}', 'no JSON']) {
      reply(200, body)
      const answer = await list()
      expect([answer.status, answer.error().message]).toEqual([
        503,
        'Vercel (VERCEL_API_BASE) answered something unexpected.',
      ])
    }
    reply(302, '', { location: `${bed.vercel.url}/elsewhere` })
    expect((await list()).error().message).toContain('cannot be reached')
    expect(bed.vercel.requests.at(-1)?.url.pathname).toBe('/v6/deployments')
    reply(200, `"${'x'.repeat(8_000_001)}"`)
    expect((await list()).error().message).toContain('too large')
    bed.vercel.answer = (response) => response.destroy()
    expect((await list()).error().code).toBe('unavailable')
  })

  test('a failure is not cached, and the next call asks Vercel again', async () => {
    reply(500, '{}')
    expect((await list()).status).toBe(503)
    bed.vercel.answer = undefined
    expect((await list()).status).toBe(200)
  })
})

test('requests of an account are limited with 429, but cached pages do not count', async () => {
  const strict = await startTestServer({ ...bed.vercel.settings, RATE_LIMITS: 'on' }, { clock })
  try {
    const other = await addOwner(strict)
    const of = other.bucket.slug
    ;(await connect({}, other, strict, of)).ok()
    const body = { slug: of, project_id: JOURNAL }
    ;(await strict.call(linkVercelProject, { body }, other)).ok()
    const page = (until: number) =>
      strict.call(listDeployments, { query: { slug: of, vercelProjectId: JOURNAL, until } }, other)
    bed.vercel.requests.length = 0
    const answers = []
    for (let until = 1; until <= 60; until += 1) answers.push((await page(until)).status)
    expect(answers).toContain(200)
    expect(answers.at(-1)).toBe(429)
    // Three of these requests came before: two for the token and one for the project.
    expect(bed.vercel.requests.length).toBe(57)
    expect((await page(1)).status).toBe(200)
    clock.advance(MINUTE)
    expect((await page(99)).status).toBe(200)
  } finally {
    await strict.remove()
  }
})

describe('a build log', () => {
  const write = (events: object[]) => (bed.journal.events['dpl_one'] = events)
  const flat = (created: number, text: string, type = 'stdout') => ({ created, type, text })

  test('lists its lines in the order in which they were written, without colours', async () => {
    await linked()
    write([
      { type: 'command', created: NOW, payload: { text: 'npm run build', date: NOW } },
      flat(NOW + 1, '\u001b[32m✓\u001b[39m Compiled\n'),
      { type: 'deployment-state', created: NOW + 2, payload: { info: {} } },
      flat(NOW + 2, 'Warning: old', 'stderr'),
      flat(NOW + 2, 'and so on', 'metric'),
    ])
    const { deployment, lines, truncated } = (await log('dpl_one', bed.editor)).ok()
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

  test('keeps only its last lines when it is too long', async () => {
    await linked()
    write(Array.from({ length: MAX_LOG_LINES + 5 }, (_one, n) => flat(NOW + n, `line ${n}`)))
    const many = (await log()).ok()
    expect([many.truncated, many.lines.length]).toEqual([true, MAX_LOG_LINES])
    expect(many.lines.at(-1)?.text).toBe(`line ${MAX_LOG_LINES + 4}`)
    write(Array.from({ length: 1000 }, (_one, n) => flat(NOW + n, `${n} ${'x'.repeat(5000)}`)))
    const wide = (await log()).ok()
    expect(wide.truncated).toBe(true)
    expect(wide.lines.length).toBe(250)
    expect(wide.lines.at(-1)?.text.slice(0, 4)).toBe('999 ')
    write(Array.from({ length: 4000 }, (_one, n) => ({ type: 'stdout', created: NOW + n })))
    expect((await log()).ok()).toMatchObject({ lines: [], truncated: true })
  })

  test('is available only for deployments of the linked project, and returns 404 for others', async () => {
    await linked()
    bed.vercel.projects[TOKEN]?.push({
      id: SHOP,
      name: 'shop',
      deployments: [builtDeployment('dpl_shop', NOW)],
      events: { dpl_shop: [flat(NOW, 'secret')] },
    })
    for (const id of ['dpl_shop', 'dpl_none']) {
      const answer = await log(id)
      expect([answer.status, answer.error().message]).toEqual([404, 'Deployment not found'])
    }
    expect((await log('dpl_shop', bed.owner, SHOP)).status).toBe(404)
    expect((await log('a/b')).status).toBe(400)
  })
})
