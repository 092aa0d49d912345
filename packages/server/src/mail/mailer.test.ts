import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Fastify from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createClock } from '../clock.ts'
import { readSettings } from '../settings/settings.ts'
import { waitFor } from '../testing/wait-for.ts'
import { resetMail, verifyMail } from './account-mails.ts'
import type { Mail } from './mail-layout.ts'
import { createMailer } from './mailer.ts'

const BASE = 'https://cms.example'
const hostile = `<b>Ada</b>\r\nBcc: b@evil.example\r\n\r\n${'x'.repeat(10_000)}`

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-mail-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function logged() {
  const log = Fastify({ logger: { level: 'silent' } }).log
  const lines: { level: string; fields: Record<string, unknown>; text: string }[] = []
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(log, level).mockImplementation((fields: unknown, text?: unknown) => {
      lines.push({ level, fields: fields as Record<string, unknown>, text: String(text) })
    })
  }
  return { log, lines }
}

function mailerTo(settings: Record<string, string>, retries: readonly number[] = []) {
  const { log, lines } = logged()
  const all = readSettings({
    DATA_DIR: dataDir,
    MAIL_FROM: 'Press <press@cms.example>',
    ...settings,
  })
  return { mailer: createMailer(all, createClock(), log, retries), lines }
}

describe('the mailer with a mail server', () => {
  let server: SMTPServer
  let received: { raw: string; to: string[] }[]

  async function listen(options: SMTPServerOptions = {}): Promise<string> {
    received = []
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address)
          received.push({ raw: Buffer.concat(chunks).toString('utf8'), to })
          done()
        })
      },
      ...options,
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  }
  afterEach(
    () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  )

  /** Waits for the first e-mail. */
  async function firstMail(): Promise<{ mail: Email; raw: string; to: string[] }> {
    const [first] = await waitFor(
      () => received,
      ({ length }) => length > 0,
    )
    const { raw = '', to = [] } = first ?? {}
    return { mail: await PostalMime.parse(raw), raw, to }
  }

  test('delivers text, HTML and headers', async () => {
    const { mailer } = mailerTo({ SMTP_URL: await listen() })
    mailer.send(verifyMail('ada@example.org', BASE, 'the-code'))
    const { mail, to } = await firstMail()
    expect(to).toEqual(['ada@example.org'])
    expect(mail).toMatchObject({
      from: { name: 'Press', address: 'press@cms.example' },
      to: [{ address: 'ada@example.org' }],
      subject: 'Confirm your e-mail address for Typecase',
    })
    expect(mail.text).toContain(`${BASE}/verify-email?verification_code=the-code`)
    expect(mail.html).toContain(`href="${BASE}/verify-email?verification_code=the-code"`)
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
    expect(headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<.+@.+>$/) as string,
      date: expect.any(String) as string,
    })
    await mailer.close()
  })

  test('does not let a hostile name add a header, a recipient or markup', async () => {
    const { mailer } = mailerTo({ SMTP_URL: await listen() })
    mailer.send(resetMail({ email: 'ada@example.org', name: hostile }, BASE, 'code'))
    const { mail, to, raw } = await firstMail()
    expect(to).toEqual(['ada@example.org'])
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.cc ?? []).toEqual([])
    expect(raw).not.toMatch(/^bcc:/im)
    expect(mail.html).not.toContain('<b>Ada')
    expect(mail.html).toContain('&lt;b&gt;Ada')
    expect(mail.text?.length).toBeLessThan(1000)
    await mailer.close()
  })

  test('keeps letters of every script in subject and text', async () => {
    const { mailer } = mailerTo({ SMTP_URL: await listen() })
    const mail: Mail = {
      to: 'ada@example.org',
      subject: 'Grüße – 日本語 🦊',
      text: 'Zeile\n\n日本語',
      html: '<p>日本語</p>',
      links: [],
    }
    mailer.send(mail)
    const { mail: got } = await firstMail()
    expect(got).toMatchObject({ subject: mail.subject })
    expect(got.text?.trim()).toBe(mail.text)
    await mailer.close()
  })

  test.each([
    'ada@example.org, b@evil.example',
    'ada@example.org\r\nBcc: b@evil.example',
    'Ada <ada@example.org>',
    'group: ada@example.org;',
    'no one',
    '',
  ])('sends nothing to %j, which is not one address', async (to) => {
    const { mailer, lines } = mailerTo({ SMTP_URL: await listen() })
    mailer.send({ to, subject: 's', text: 't', html: 'h', links: [] })
    await mailer.close()
    expect(received).toEqual([])
    expect(lines.map(({ level }) => level)).toEqual(['error'])
  })

  test('retries when the server is busy, and logs each retry', async () => {
    let refusals = 2
    const url = await listen({
      onRcptTo(_address, _session, done) {
        refusals -= 1
        const busy = Object.assign(new Error('greylisted'), { responseCode: 451 })
        done(refusals >= 0 ? busy : null)
      },
    })
    const { mailer, lines } = mailerTo({ SMTP_URL: url }, [1, 1, 1])
    mailer.send(verifyMail('ada@example.org', BASE, 'code'))
    await firstMail()
    await mailer.close()
    expect(lines.map(({ level, text }) => [level, text])).toEqual([
      ['warn', 'e-mail will be tried again'],
      ['warn', 'e-mail will be tried again'],
      ['info', 'e-mail sent'],
    ])
  })

  test('gives up at once on a refused address, and after the last retry on a dead server', async () => {
    const url = await listen({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('no such user'), { responseCode: 550 })),
    })
    const refused = mailerTo({ SMTP_URL: url }, [1, 1])
    refused.mailer.send(verifyMail('ada@example.org', BASE, 'code'))
    const levelsOf = (mailer: typeof refused) => () => mailer.lines.map(({ level }) => level)
    const refusals = await waitFor(levelsOf(refused), (levels) => levels.includes('error'))
    expect(refusals).toEqual(['error'])
    await refused.mailer.close()

    const dead = mailerTo({ SMTP_URL: 'smtp://127.0.0.1:1' }, [1, 1])
    dead.mailer.send(verifyMail('ada@example.org', BASE, 'code'))
    const failures = await waitFor(levelsOf(dead), (levels) => levels.includes('error'))
    expect(failures).toEqual(['warn', 'warn', 'error'])
    await dead.mailer.close()
  })

  test('never writes a link to the log', async () => {
    const { mailer, lines } = mailerTo({ SMTP_URL: await listen() })
    mailer.send(verifyMail('ada@example.org', BASE, 'the-secret-code'))
    await firstMail()
    await mailer.close()
    expect(JSON.stringify(lines)).not.toContain('the-secret-code')
  })

  test('waits for running deliveries when it closes', async () => {
    const { mailer } = mailerTo({ SMTP_URL: await listen() })
    for (let count = 0; count < 5; count += 1)
      mailer.send(verifyMail(`ada${count}@example.org`, BASE, 'code'))
    await mailer.close()
    expect(received).toHaveLength(5)
  })
})

describe('the mailer without a mail server', () => {
  const outbox = () => join(dataDir, 'outbox')
  const files = () => readdirSync(outbox()).sort()

  test('writes to the outbox at once, readable only by its owner, and logs the links', async () => {
    const { mailer, lines } = mailerTo({})
    const mail = verifyMail('ada@example.org', BASE, 'the-code')
    mailer.send(mail)
    const [file = ''] = files()
    expect(file).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-0001-ada@example\.org\.json$/)
    expect(JSON.parse(readFileSync(join(outbox(), file), 'utf8'))).toEqual(mail)
    expect(statSync(join(outbox(), file)).mode & 0o077).toBe(0)
    expect(lines).toMatchObject([{ level: 'info', fields: { links: mail.links } }])
    await mailer.close()
  })

  test('keeps simultaneous e-mails to one address apart and in order', () => {
    const { mailer } = mailerTo({})
    for (const code of ['a', 'b', 'c']) mailer.send(verifyMail('ada@example.org', BASE, code))
    const codes = files().map(
      (file) => (JSON.parse(readFileSync(join(outbox(), file), 'utf8')) as Mail).links[0],
    )
    expect(codes.map((link) => link?.at(-1))).toEqual(['a', 'b', 'c'])
  })

  test('stays in the outbox folder, for any address', () => {
    const { mailer } = mailerTo({})
    mailer.send(verifyMail('../../../ada@example.org', BASE, 'code'))
    mailer.send(verifyMail(`${'a'.repeat(300)}@example.org`, BASE, 'code'))
    expect(files()).toHaveLength(2)
    expect(readdirSync(dataDir)).toEqual(['outbox'])
  })

  test('logs a failed write and lets the caller continue', () => {
    const { mailer, lines } = mailerTo({ DATA_DIR: '/dev/null/nowhere' })
    mailer.send(verifyMail('ada@example.org', BASE, 'code'))
    expect(lines.map(({ level }) => level)).toEqual(['error'])
  })

  test.runIf(process.platform !== 'win32')(
    'leaves no partial e-mail in the outbox when the disk is full',
    () => {
      const mail: Mail = {
        to: 'ada@example.org',
        subject: 's',
        text: 'x'.repeat(9000),
        html: 'h',
        links: [],
      }
      const write = `
        import { createClock } from '${import.meta.dirname}/../clock.ts'
        import { createOutbox } from '${import.meta.dirname}/outbox.ts'
        createOutbox(process.env.DATA_DIR, createClock())(${JSON.stringify(mail)})`
      const node = [process.execPath, '--input-type=module', '--eval', write]
      // The limit is in blocks of 512 or 1,024 bytes; four of them are smaller than the e-mail either way.
      const ended = spawnSync('sh', ['-c', 'ulimit -f 4; exec "$@"', 'sh', ...node], {
        env: { ...process.env, DATA_DIR: dataDir },
      })
      expect(String(ended.stderr)).toContain('EFBIG')
      expect(files()).toEqual([])
    },
  )

  test('waits for e-mails that are prepared later, and only logs a failure', async () => {
    const { mailer, lines } = mailerTo({})
    mailer.sendLater(async () => verifyMail('ada@example.org', BASE, 'code'))
    mailer.sendLater(async () => undefined)
    mailer.sendLater(() => Promise.reject(new Error('no database')))
    await mailer.close()
    expect(files()).toHaveLength(1)
    expect(lines.map(({ level }) => level).sort((a, b) => a.localeCompare(b))).toEqual([
      'error',
      'info',
    ])
  })
})
