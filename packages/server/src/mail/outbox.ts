import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Clock } from '../clock.ts'
import type { Mail } from './mailer.ts'

/**
 * Writes mails to files, for installs without a mail server: `<time>-<to>.json` with
 * `{to, subject, text, html, links}`.
 * @returns puts a mail there and answers the file's path
 */
export function createOutbox(dataDir: string, clock: Clock) {
  const folder = join(dataDir, 'outbox')
  let count = 0

  return (mail: Mail): string => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    count += 1
    // The number keeps mails of the same millisecond apart and in order.
    const time = `${clock.iso().replaceAll(':', '-')}-${String(count).padStart(4, '0')}`
    const file = join(folder, `${time}-${mail.to.replace(/[^\w.@+-]/g, '_').slice(0, 120)}.json`)
    const { to, subject, text, html, links } = mail
    writeFileSync(file, `${JSON.stringify({ to, subject, text, html, links }, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    })
    return file
  }
}
