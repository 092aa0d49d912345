import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addObject } from '@typecase/contract/objects'
import { expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { openAccount } from './account.ts'
import { needsStrace } from './strace.ts'

const WRITES = 50

const LOG = /typecase\.sqlite-wal>/

test(
  'each of 50 parallel writes is answered only after a sync that began after its commit',
  needsStrace,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'typecase-sync-'))
    const log = join(folder, 'strace.log')
    // -D keeps the server our own child, so that stopping it stops the server. -y shows the file of each call.
    const calls = 'trace=fsync,fdatasync,pwrite64,write,writev,sendto'
    const under = ['strace', '-D', '-f', '-y', '-qq', '-s', '10000', '-e', calls, '-o', log]
    const server = await startServer({ dataDir: join(folder, 'data'), under })
    try {
      const { token, slug } = await openAccount(server)
      const titles = Array.from({ length: WRITES }, (_, n) => `Harbour-${n}-at-dusk`)
      await Promise.all(
        titles.map((title) =>
          call(server.url, addObject, { body: { slug, data: { type: 'posts', title } } }, token),
        ),
      )
      const lines = readFileSync(log, 'utf8').split('\n')
      const syncs = syncsOf(lines)
      for (const title of titles) {
        const answer = lines.findIndex((line) => line.includes('HTTP/1.1 ') && line.includes(title))
        const commit = endOfCommit(lines, title)
        expect(commit).toBeGreaterThan(0)
        expect(syncs.some(({ begun, ended }) => begun > commit && ended < answer)).toBe(true)
      }
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

/**
 * Returns the index of the last page write of the commit that brings a title into the log. Later commits may write the
 * same page again.
 */
function endOfCommit(lines: readonly string[], title: string): number {
  const isPage = (line: string) => line.includes('pwrite64(') && LOG.test(line)
  const first = lines.findIndex((line) => isPage(line) && line.includes(title))
  return lines.findIndex((line, at) => at > first && !isPage(line)) - 1
}

/** Returns start and end of the log's syncs. strace prints those of other threads in two lines. */
function syncsOf(lines: readonly string[]) {
  return lines.flatMap((line, index) => {
    if (!/ f(data)?sync\(/.test(line) || !LOG.test(line)) return []
    if (!line.includes('<unfinished')) return [{ begun: index, ended: index }]
    const thread = line.slice(0, line.indexOf(' '))
    const ended = lines.findIndex(
      (one, at) => at > index && one.startsWith(`${thread} `) && one.includes('sync resumed'),
    )
    return ended === -1 ? [] : [{ begun: index, ended }]
  })
}
