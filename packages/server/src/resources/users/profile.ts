import { getUser, updateUser } from '@typecase/contract/users'

import type { App } from '../../app.ts'
import { unauthenticated } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { pendingEmailOf } from './mail-codes.ts'
import { changeProfile } from './profile-change.ts'
import { agentOf } from './sign-in.ts'
import { findUser, type UserRow } from './store.ts'
import { toUser } from './user-view.ts'
import { assertMayUseAccount } from '../teams/team-scope.ts'

/** Routes for a user's own profile. */
export function profileRoutes(app: App): Route[] {
  const { clock, db } = app

  async function self({ userId }: UserPrincipal): Promise<UserRow> {
    const user = await findUser(db.read, userId)
    if (!user) throw unauthenticated()
    return user
  }

  return [
    handle(getUser, async ({ principal }) => {
      assertMayUseAccount(principal, 'team:read')
      const row = await self(principal)
      const user = toUser(app, row, await pendingEmailOf(db.read, clock, row.id))
      if (principal.supportBy !== undefined) {
        const staff = await findUser(db.read, principal.supportBy)
        user.support = { by: staff?.email ?? '' }
        user.is_staff = false
      }
      return { user, data: { user } }
    }),

    handle(updateUser, async ({ principal, body, ifMatch, ip, request }) => {
      const user = await self(principal)
      return changeProfile(app, user, {
        data: body.data,
        rev: ifMatch ?? body.rev,
        principal,
        ip,
        agent: agentOf(request),
      })
    }),
  ]
}
