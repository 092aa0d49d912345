import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { createClock } from '../packages/server/src/clock.ts'
import { resetMail } from '../packages/server/src/mail/account-mails.ts'
import { createOutbox } from '../packages/server/src/mail/outbox.ts'
import { MAILS, showMails } from './dev-mails.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'typecase-mails-'))
const server = createServer((request, response) => showMails(dataDir, request, response))
let base: string
beforeEach(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}${MAILS}`
})
afterEach(() => {
  server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the outbox lists its e-mails, shows each as HTML and as text, and lets none run a script', async () => {
  expect(await (await fetch(base)).text()).toContain('No e-mail was written yet')
  const reader = { email: 'ada@example.org', name: 'Ada' }
  const mail = resetMail(reader, 'https://cms.example', 'the-code')
  createOutbox(dataDir, createClock())({ ...mail, subject: '<script>alert(1)</script>' })
  const list = await (await fetch(base)).text()
  expect(list).toContain('ada@example.org')
  expect(list).not.toContain('<script>')
  const links = [...list.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? '')
  const [html, text] = await Promise.all(links.map((href) => fetch(new URL(href, base))))
  expect(await html?.text()).toBe(mail.html)
  expect(html?.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  expect(await text?.text()).toBe(mail.text)
})

test('a path outside the outbox and an unknown e-mail answer 404', async () => {
  for (const path of ['/../secret.html', '/%2e%2e%2fsecret.html', '/gone.html'])
    expect((await fetch(base + path)).status).toBe(404)
})
