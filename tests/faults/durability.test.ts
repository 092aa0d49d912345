import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addObject } from '@typecase/contract/objects'
import { expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { openAccount } from './account.ts'

/** Whether system calls can be watched here: it takes strace, and the right to trace. */
const canTrace =
  spawnSync('strace', ['-f', '-e', 'trace=fdatasync', 'true'], { stdio: 'ignore' }).status === 0

const WRITES = 50

test.skipIf(!canTrace)(
  'each of 50 writes in a row is synced to the disk before its answer',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'typecase-sync-'))
    const log = join(folder, 'strace.log')
    // -D: the server stays our own child, so that stopping it stops it.
    const under = ['strace', '-D', '-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', log]
    const server = await startServer({ dataDir: join(folder, 'data'), under })
    try {
      const { token, slug } = await openAccount(server)
      const syncs = () => readFileSync(log, 'utf8').match(/\b(fsync|fdatasync)\(/g)?.length ?? 0
      for (let n = 0; n < WRITES; n += 1) {
        const before = syncs()
        const data = { type: 'posts', title: `Post ${n}` }
        await call(server.url, addObject, { body: { slug, data } }, token)
        expect(syncs()).toBeGreaterThan(before)
      }
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
