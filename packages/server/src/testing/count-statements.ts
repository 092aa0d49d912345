import { AsyncLocalStorage } from 'node:async_hooks'

import { engineOf, type Session, sessionOf } from '../database/session.ts'
import type { TestServer } from './test-server.ts'

/** The statements of the running call. */
const statements = new AsyncLocalStorage<string[]>()

/** Counts the statements of one call; those of concurrent jobs and timers do not count. */
export interface StatementCounter extends Disposable {
  /** @returns the statements of a call in order, without the start and end of its transaction */
  of(call: () => Promise<unknown>): Promise<string[]>
}

/** Listens to all sessions of the server's engine until it is disposed. */
export function countStatements({ app }: TestServer): StatementCounter {
  const { read } = app.db
  // Sessions of readers and writers share a class.
  const sessions = Object.getPrototypeOf(sessionOf(read)) as Session
  const { rows, send, executeQuery } = sessions
  sessions.rows = function (text, values) {
    statements.getStore()?.push(text)
    return rows.call(this, text, values) as never
  }
  sessions.executeQuery = function (query) {
    statements.getStore()?.push(query.sql)
    return executeQuery.call(this, query) as never
  }
  // On SQLite, `send` calls `rows`.
  if (engineOf(read) === 'postgres')
    sessions.send = function (text, values) {
      statements.getStore()?.push(text)
      return send.call(this, text, values)
    }
  return {
    async of(call) {
      const texts: string[] = []
      await statements.run(texts, call)
      // A timer writes key uses; it may have been started by an earlier call.
      return texts.filter((text) => !text.includes('key_uses'))
    },
    [Symbol.dispose]: () => void Object.assign(sessions, { rows, send, executeQuery }),
  }
}
