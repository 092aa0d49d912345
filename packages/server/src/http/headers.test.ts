import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, expect, test } from 'vitest'

import { startTestServer, type TestServer } from '../testing/test-server.ts'

const dashboard = mkdtempSync(join(tmpdir(), 'typecase-dist-'))
writeFileSync(join(dashboard, 'index.html'), '<script nonce="__CSP_NONCE__"></script>')
afterAll(() => rmSync(dashboard, { recursive: true }))

let server: TestServer | undefined
afterEach(() => server?.remove())

/** The response headers of a request whose headers claim another origin. */
async function headersAt(PUBLIC_URL: string, path = '/login', settings = {}) {
  server = await startTestServer({ PUBLIC_URL, ...settings }, { dashboard })
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
  }
  const answer = await server.http.inject({ url: path, headers })
  const policy = answer.headers['content-security-policy'] ?? ''
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ')
  return { policy, scripts, hsts: answer.headers['strict-transport-security'] }
}

test.each([
  ['https://cms.example.com', 'https://cms.example.com/assets/'],
  ['https://cms.example.com:8443', 'https://cms.example.com:8443/assets/'],
  ['http://cms.internal:8080', 'http://cms.internal:8080/assets/'],
])('pages at %s load scripts only from there', async (url, scripts) => {
  const page = await headersAt(url)
  expect(page.scripts).toEqual([scripts])
  expect(page.policy).not.toContain('evil.example')
})

test('pages on the local machine load scripts from both of its names', async () => {
  const { scripts } = await headersAt('http://127.0.0.1:4700')
  expect(scripts).toEqual(['http://127.0.0.1:4700/assets/', 'http://localhost:4700/assets/'])
})

test('pages load scripts from the port that the system has chosen', async () => {
  server = await startTestServer({ PORT: '0' }, { dashboard })
  const url = await server.http.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${url}/login`)
  // Closing the server waits until the response has been read.
  await answer.text()
  expect(answer.headers.get('content-security-policy')).toContain(`${url}/assets/`)
})

test.each(['/login', '/healthz', '/v3/none'])(
  '%s sends strict-transport-security only if the public address is https',
  async (path) => {
    expect((await headersAt('https://cms.example.com', path)).hsts).toBe('max-age=31536000')
    await server?.remove()
    expect((await headersAt('http://cms.example.com', path)).hsts).toBeUndefined()
  },
)

test('scripts need a nonce that differs for each response, and trusted types are required', async () => {
  const { http } = (server = await startTestServer({}, { dashboard }))
  const load = async () => {
    const { body, headers } = await http.inject('/login')
    const policy = String(headers['content-security-policy'])
    return { body, policy, nonce: /'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] }
  }
  const pages = [await load(), await load()]
  for (const { body, policy, nonce } of pages) {
    expect(body).toBe(`<script nonce="${nonce}"></script>`)
    expect(policy).toContain("require-trusted-types-for 'script'")
    // The nonce is a separate policy: a script it allows must come from an allowed address as well.
    expect(policy.split(', ')).toHaveLength(2)
  }
  expect(new Set(pages.map(({ nonce }) => nonce)).size).toBe(2)
})

test('Google’s script is allowed only on the sign-in pages, and only if it is configured', async () => {
  const google = { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' }
  const { http } = (server = await startTestServer(
    { PUBLIC_URL: 'https://cms.example.com', ...google },
    { dashboard },
  ))
  const load = async (path: string) => {
    const { headers } = await http.inject(path)
    const policy = String(headers['content-security-policy'])
    const sources = (name: string) => new RegExp(`${name} ([^;]*)`).exec(policy)?.[1]?.split(' ')
    return { policy, sources, opener: headers['cross-origin-opener-policy'] }
  }
  for (const path of ['/login', '/login?redirect_to=%2Fprojects', '/signup/']) {
    const { policy, sources, opener } = await load(path)
    expect(opener).toBe('same-origin-allow-popups')
    expect(sources('script-src')).toEqual([
      'https://cms.example.com/assets/',
      'https://accounts.google.com/gsi/client',
    ])
    expect(sources('connect-src')).toEqual(["'self'", 'https://accounts.google.com/gsi/'])
    expect(policy).toContain("'strict-dynamic'")
    expect(policy).not.toContain('trusted-types')
  }
  for (const path of ['/', '/projects', '/loginx', '/forgot-password', '/auth/google']) {
    const { policy, opener } = await load(path)
    expect(opener).toBe('same-origin')
    expect(policy).not.toContain('google')
    expect(policy).toContain('trusted-types')
  }
  await server.remove()
  const without = await headersAt('https://cms.example.com')
  expect(without.policy).not.toContain('google')
})

test('the hosts of Stripe are allowed only if it is configured', async () => {
  expect((await headersAt('https://cms.example.com')).policy).not.toContain('stripe')
  await server?.remove()
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  const { policy, scripts } = await headersAt('https://cms.example.com', '/login', keys)
  expect(scripts).toContain('https://js.stripe.com')
  expect(/frame-src ([^;]*)/.exec(policy)?.[1]).toContain('https://js.stripe.com')
  expect(policy).not.toContain('sk_test_1')
  expect(policy).toContain("'strict-dynamic'")
  expect(policy).not.toContain('trusted-types')
})
