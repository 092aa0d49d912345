import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Clock } from '../clock.ts'
import type { Mail } from './mail-layout.ts'

/**
 * Writes e-mails to files, for installations without a mail server: `<time>-<to>.json` contains `{to, subject, text,
 * html, links}`.
 * @returns a function that writes an e-mail and returns the path of its file
 */
export function createOutbox(dataDir: string, clock: Clock) {
  const folder = join(dataDir, 'outbox')
  let count = 0

  return (mail: Mail): string => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    count += 1
    // The number keeps e-mails of the same millisecond apart and in order.
    const time = `${clock.iso().replaceAll(':', '-')}-${String(count).padStart(4, '0')}`
    const file = join(folder, `${time}-${mail.to.replace(/[^\w.@+-]/g, '_').slice(0, 120)}.json`)
    const { to, subject, text, html, links } = mail
    const content = `${JSON.stringify({ to, subject, text, html, links }, null, 2)}\n`
    // A file under its final name is always complete, even for a concurrent reader or on a full disk.
    const temporaryFile = `${file}.tmp`
    try {
      writeFileSync(temporaryFile, content, { mode: 0o600, flag: 'wx' })
      renameSync(temporaryFile, file)
    } catch (reason) {
      rmSync(temporaryFile, { force: true })
      throw reason
    }
    return file
  }
}
