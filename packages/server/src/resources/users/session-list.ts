import { endSession, listSessions } from '@typecase/contract/sessions'

import type { App } from '../../app.ts'
import { notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'

/** Where somebody is signed in, for them to look through and to end. */
export function sessionListRoutes({ db, sessions }: App): Route[] {
  return [
    handle(listSessions, async ({ principal }) => {
      const list = await sessions.list(principal)
      return { sessions: list, total: list.length }
    }),

    handle(endSession, async ({ principal, body }) => {
      const hasEnded = await db.write((write) =>
        sessions.endById(write, principal.userId, body.session_id),
      )
      if (!hasEnded) throw notFound('Session')
      return { message: 'The session has ended.' }
    }),
  ]
}
