import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { logIn } from './fixtures/log-in.ts'
import { freePort, type RunningServer, startServer } from './fixtures/server.ts'
import { expect, signUpOwner, test } from './fixtures/test.ts'

const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find((path) =>
  existsSync(path),
)

/** The nginx block that operations.md recommends. */
const documented = /```nginx\n([\s\S]*?)```/.exec(
  readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8'),
)?.[1]

test.describe('behind nginx with the documented configuration', () => {
  test.skip(NGINX === undefined, 'nginx (apt-get install nginx-light)')

  let server: RunningServer
  let nginx: ChildProcess
  let folder: string
  /** The public address, which nginx serves. */
  let url: string
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'typecase-nginx-'))
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    server = await startServer({ env: { PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1' } })
    nginx = await startNginx(folder, port, server.url)
  })
  test.afterAll(async () => {
    if (nginx.exitCode === null) {
      const ended = new Promise((resolve) => nginx.once('exit', resolve))
      nginx.kill('SIGTERM')
      await ended
    }
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the dashboard runs and receives changes as they happen', async ({ page }, info) => {
    const owner = await signUpOwner({ ...server, url }, `proxy${info.workerIndex}`)
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(message.text())
    })
    const response = await page.goto(`${url}/login`)
    const policy = response?.headers()['content-security-policy']
    expect(policy).toContain(`script-src ${url}/assets/`)
    await logIn(page, owner)
    await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()

    // Another person's change arrives without a reload: the proxy does not buffer the event stream.
    await page.goto(`${url}/${owner.bucket.slug}/objects`)
    await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
    const data = { type: 'authors', title: 'Came through the stream' }
    await call(url, addObject, { body: { slug: owner.bucket.slug, data } }, owner.token)
    await expect(page.getByText('Came through the stream')).toBeVisible()
    expect(refused).toEqual([])
  })

  test('an event stream starts immediately, and an upload is refused before all of it is sent', async ({
    page: _page,
  }, info) => {
    const owner = await signUpOwner({ ...server, url }, `stream${info.workerIndex}`)
    const { slug } = owner.bucket
    const stream = await fetch(`${url}/v3/admin/events?slug=${slug}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const reader = stream.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(Buffer.from(value ?? []).toString()).toContain('event: version')
    await reader?.cancel()

    // Announces 900 MB and sends a few bytes: only a proxy that forwards them at once returns this answer.
    const answer = await beginUpload(new URL(url), slug, 900_000_000)
    expect(answer).toContain('HTTP/1.1 401')
  })

  test('an import larger than the default limit of nginx is accepted', async ({
    page: _page,
  }, info) => {
    const owner = await signUpOwner({ ...server, url }, `import${info.workerIndex}`)
    const form = new FormData()
    form.set('import_mode', 'dry_run')
    const text = 'x'.repeat(3_000_000)
    const file = JSON.stringify({ bucket: { object_types: [], objects: [], text } })
    form.set('import_file', new Blob([file]), 'bucket.json')
    const path = `/v3/buckets/${owner.bucket.slug}/import-bucket`
    const headers = { authorization: `Bearer ${owner.token}` }
    const response = await fetch(url + path, { method: 'POST', body: form, headers })
    expect(response.status).toBe(202)
  })
})

test('a page opened at an address other than PUBLIC_URL says so', async ({ page }) => {
  const server = await startServer({ env: { PUBLIC_URL: 'https://cms.example.test' } })
  try {
    const response = await page.goto(`${server.url}/login`)
    const headers = response?.headers() ?? {}
    expect(headers['content-security-policy']).toContain('https://cms.example.test/assets/')
    expect(headers['content-security-policy']).not.toContain('127.0.0.1')
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
    await expect(page.getByText('PUBLIC_URL')).toBeVisible()
  } finally {
    // Browsers keep connections open on which they have sent nothing, and a stopping server waits for them.
    await page.context().close()
    await server.stop()
  }
})

/** Runs nginx as a child process, with all its files in a temporary folder. */
async function startNginx(folder: string, port: number, server: string): Promise<ChildProcess> {
  const block = documented?.replace('http://127.0.0.1:4700', server) ?? ''
  expect(block).toContain(server)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const config = `
    daemon off;
    master_process off;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events {}
    http {
      access_log off;
      ${paths}
      server {
        listen 127.0.0.1:${port};
        ${block}
      }
    }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = spawn(NGINX ?? '', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.status)
    .toBe(200)
  return child
}

/** Announces an upload, sends its first bytes only, and reads the first bytes of the answer. */
function beginUpload({ hostname, port }: URL, slug: string, bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST /v3/buckets/${slug}/import-bucket HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
          'Authorization: Bearer no one\r\nContent-Type: multipart/form-data; boundary=part\r\n' +
          `Content-Length: ${bytes}\r\n\r\n--part\r\n`,
      ),
    )
    socket.once('error', reject)
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString())
    })
  })
}
