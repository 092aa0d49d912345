import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

/** Address of the e-mail previews in development. */
export const MAILS = '/dev/mails'

/** An e-mail in the form that the server's `outbox.ts` writes. */
interface OutboxMail {
  to: string
  subject: string
  text: string
  html: string
}

/**
 * Shows the e-mails of the outbox as pages: the list, and each e-mail as HTML and as text. Scripts in an e-mail do not
 * run.
 * @param dataDir the data folder of the development server
 */
export function showMails(
  dataDir: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const folder = join(dataDir, 'outbox')
  const { pathname } = new URL(request.url ?? '', 'http://localhost')
  const names = namesIn(folder)
  const [, subject = '', kind = ''] = /^(.*)\.(html|txt)$/.exec(pathname) ?? []
  const name = names.find((one) => addressOf(one) === subject)
  response.setHeader(
    'Content-Security-Policy',
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  )
  response.setHeader('Cache-Control', 'no-store')
  if (!name && pathname !== MAILS) {
    response.statusCode = 404
    response.end('No such e-mail')
    return
  }
  const type = kind === 'txt' ? 'text/plain' : 'text/html'
  response.setHeader('Content-Type', `${type}; charset=utf-8`)
  if (!name) {
    response.end(listOf(names.map((one) => [one, readMail(folder, one)] as const)))
    return
  }
  const mail = readMail(folder, name)
  response.end(kind === 'txt' ? mail.text : mail.html)
}

/** Lists the file names, newest first. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .toReversed()
  } catch {
    // The first e-mail creates the folder.
    return []
  }
}

const addressOf = (name: string) => `${MAILS}/${encodeURIComponent(name.replace(/\.json$/, ''))}`

const readMail = (folder: string, name: string) =>
  // Only the server writes this folder.
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as OutboxMail

function listOf(mails: readonly (readonly [name: string, mail: OutboxMail])[]): string {
  const rows = mails.map(([name, { subject, to }]) => {
    const href = addressOf(name)
    return `<li><a href="${href}.html">${escape(subject)}</a> to ${escape(to)} (<a href="${href}.txt">text</a>)</li>`
  })
  const list = rows.length > 0 ? `<ol>${rows.join('')}</ol>` : '<p>No e-mail was written yet.</p>'
  return `<!doctype html><html lang="en"><title>E-mails</title><h1>E-mails</h1>${list}</html>`
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
