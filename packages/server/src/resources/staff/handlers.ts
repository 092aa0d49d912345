import {
  staffJobs,
  staffMails,
  staffProjects,
  staffStorageList,
  staffUsers,
  startSupport,
} from '@typecase/contract/staff'

import type { App } from '../../app.ts'
import { conflict, forbidden, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { findUser } from '../users/store.ts'
import { toUser } from '../users/user-view.ts'
import { assertStaff } from './assert-staff.ts'
import { listJobs, listProjects, listStorage, listUsers } from './store.ts'

/** Default number of rows per page. */
const PAGE_SIZE = 50

/** Routes for the staff of an installation. Access tokens and support sessions have no staff rights. */
export function routes(app: App): Route[] {
  const { db, mailer, sessions, settings } = app
  const pageOf = ({ limit = PAGE_SIZE, skip = 0 }: { limit?: number; skip?: number }) => ({
    limit,
    skip,
  })
  return [
    handle(staffUsers, async ({ principal, query }) => {
      await assertStaff(db.read, principal)
      const page = pageOf(query)
      return { ...(await listUsers(db.read, settings.PUBLIC_URL, query.q, page)), ...page }
    }),

    handle(staffProjects, async ({ principal, query }) => {
      await assertStaff(db.read, principal)
      const page = pageOf(query)
      return { ...(await listProjects(db.read, query.q, page)), ...page }
    }),

    handle(staffJobs, async ({ principal, query }) => {
      await assertStaff(db.read, principal)
      const page = pageOf(query)
      return { ...(await listJobs(db.read, query.status, page)), ...page }
    }),

    handle(staffMails, async ({ principal, query }) => {
      await assertStaff(db.read, principal)
      const page = pageOf(query)
      const waiting = mailer.waiting()
      const mails = waiting
        .slice(page.skip, page.skip + page.limit)
        .map((mail) => ({ ...mail, next_at: new Date(mail.next_at).toISOString() }))
      const has_server = settings.SMTP_URL !== undefined
      return { mails, total: waiting.length, has_server, ...page }
    }),

    handle(staffStorageList, async ({ principal, query }) => {
      await assertStaff(db.read, principal)
      const page = pageOf(query)
      return { ...(await listStorage(db.read, page)), ...page }
    }),

    handle(startSupport, async (call) => {
      const { principal, body, ip } = call
      await assertStaff(db.read, principal)
      return call.commit(async (write) => {
        const user = await findUser(write.db, body.user_id)
        if (!user) throw notFound('User')
        if (user.status !== 'active') throw conflict('This account is not in use.')
        if (user.is_staff === 1) throw forbidden('Staff cannot view the accounts of other staff.')
        const actor = actorOf(call)
        await audit(write, app, actor, {
          kind: 'account.support',
          subject: { id: user.id, title: user.email },
          details: { reason: body.reason },
        })
        const from = { ip, agent: actor.agent, supportBy: principal.userId }
        const token = await sessions.open(write, user.id, from)
        const staff = await findUser(write.db, principal.userId)
        return {
          user: { ...toUser(app, user), support: { by: staff?.email ?? '' } },
          token,
        }
      }, 'serializable')
    }),
  ]
}
