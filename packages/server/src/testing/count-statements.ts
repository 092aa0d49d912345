import { AsyncLocalStorage } from 'node:async_hooks'

import { engineOf, type Session, sessionOf } from '../database/session.ts'
import type { TestServer } from './test-server.ts'

/** The statements of the call under way. */
const statements = new AsyncLocalStorage<string[]>()

/** Counts the statements of one call. Concurrent jobs and schedules do not count. */
export interface StatementCounter extends Disposable {
  /** @returns the statements of a call in order, without the start and end of its transaction */
  of(call: () => Promise<unknown>): Promise<string[]>
}

/** Listens to all sessions of the server's engine, until it is disposed of. */
export function countStatements({ app }: TestServer): StatementCounter {
  const { read } = app.db
  // Readers and writers have the same class.
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
  // On SQLite it ends in `rows`.
  if (engineOf(read) === 'postgres')
    sessions.send = function (text, values) {
      statements.getStore()?.push(text)
      return send.call(this, text, values)
    }
  return {
    async of(call) {
      const texts: string[] = []
      await statements.run(texts, call)
      // The timer that writes them was started by an earlier call, or by this one.
      return texts.filter((text) => !text.includes('key_uses'))
    },
    [Symbol.dispose]: () => void Object.assign(sessions, { rows, send, executeQuery }),
  }
}
