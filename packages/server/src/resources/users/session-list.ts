import { endSession, listSessions } from '@typecase/contract/sessions'

import type { App } from '../../app.ts'
import { notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { actorOf, audit } from '../audit/audit-log.ts'

/** Routes for listing and ending the user's sessions. */
export function sessionListRoutes(app: App): Route[] {
  const { sessions } = app
  return [
    handle(listSessions, async ({ principal }) => {
      const list = await sessions.list(principal)
      return { sessions: list, total: list.length }
    }),

    handle(endSession, async (call) => {
      const { principal, body } = call
      return call.commit(async (write) => {
        const device = await sessions.endById(write, principal.userId, body.session_id)
        if (device === undefined) throw notFound('Session')
        const subject = { id: body.session_id, title: device }
        await audit(write, app, actorOf(call), { kind: 'account.session_end', subject })
        return { message: 'The session has ended.' }
      }, 'serializable')
    }),
  ]
}
