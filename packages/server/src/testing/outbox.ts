import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Mail } from '../mail/mail-layout.ts'
import type { TestServer } from './test-server.ts'
import { waitFor } from './wait-for.ts'

/** Returns the e-mails that a test server has written, oldest first; with `to`, only those to one address. */
export function mailsOf({ dataDir }: TestServer, to?: string): Mail[] {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Mail)
    .filter((mail) => to === undefined || mail.to === to)
}

/** Waits until an address has received `count` e-mails. @returns the newest one */
export async function mailTo(server: TestServer, to: string, count = 1): Promise<Mail> {
  const mails = await waitFor(
    () => mailsOf(server, to),
    (sentMails) => sentMails.length >= count,
  )
  const newest = mails.at(-1)
  if (!newest) throw new Error(`${to} has no e-mail`)
  return newest
}

/** Returns the code in an e-mail's link. */
export function codeIn({ links, subject, to }: Mail): string {
  const code = new URL(links[0] ?? 'missing:').searchParams.values().next().value
  if (!code) throw new Error(`The e-mail “${subject}” to ${to} holds no code: ${links.join()}`)
  return code
}
