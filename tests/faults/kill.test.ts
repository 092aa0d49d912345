import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { connect, databaseFile } from '@typecase/server/database/connection'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { openAccount } from './account.ts'
import { createWriter, readStates } from './acknowledged-writes.ts'

/** KILL_RUNS sets a longer run. */
const KILLS = Number(process.env['KILL_RUNS'] ?? 10)
const WRITERS = 4

let dataDir: string
let server: RunningServer
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-kill-'))
  server = await startServer({ dataDir })
})
afterEach(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Returns SQLite's integrity errors. */
function faultsOf(folder: string): unknown[] {
  const connection = connect(databaseFile(folder))
  try {
    connection.pragma('query_only = ON')
    const integrity = connection.pragma('integrity_check', { simple: true })
    const foreign = connection.pragma('foreign_key_check') as unknown[]
    return [...(integrity === 'ok' ? [] : [integrity]), ...foreign]
  } finally {
    connection.close()
  }
}

test(
  `${KILLS} kills during writes lose no acknowledged write`,
  { timeout: 30_000 + KILLS * 10_000 },
  async () => {
    const account = await openAccount(server)
    const count = createCount()
    const writers = Array.from({ length: WRITERS }, (_, n) =>
      createWriter(account, `writer ${n}`, count.add),
    )
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { url } = server
      // The server dies at a random moment, but not before it acknowledged something.
      const moment = count.reaches(count.value() + 1 + Math.floor(Math.random() * 60))
      const writing = writers.map((writer) => writer.writeUntilKilled(url))
      await Promise.race([moment, Promise.all(writing)])
      await server.kill()
      await Promise.all(writing)

      server = await startServer({ dataDir })
      const states = await readStates(server.url, account)
      expect(writers.flatMap((writer) => writer.check(states))).toEqual([])
      expect(faultsOf(dataDir)).toEqual([])
    }
    process.stdout.write(`kill: ${KILLS} kills, ${count.value()} acknowledged writes\n`)
  },
)

/** Creates a counter that can report when it reaches a goal. */
function createCount() {
  let value = 0
  let goal = Infinity
  let tell: () => void = () => {}
  return {
    value: () => value,
    add() {
      value += 1
      if (value >= goal) tell()
    },
    reaches: (target: number) =>
      new Promise<void>((resolve) => {
        goal = target
        tell = resolve
      }),
  }
}
