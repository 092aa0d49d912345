import { staffUsers, startSupport as startSupportCall } from '@typecase/contract/staff'
import { logout, type User } from '@typecase/contract/users'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { Api, Session } from '@typecase/plugin-sdk/services'

import type * as commands from './commands.ts'
import { staffRoute } from './routes.ts'

/** Key for the staff's own session during support. Session storage, so it disappears with the tab. */
const STAFF_SESSION_KEY = 'staff.own-session'

export async function userRows(query: string, context: AskContext): Promise<readonly PickerRow[]> {
  const { services, signal } = context
  const input = { query: { q: query, limit: 20 } }
  const { users } = await services.get(Api).call(staffUsers, input, { signal })
  return users
    .filter((user) => user.status === 'active' && !user.is_staff)
    .map((user) => ({
      id: user.id,
      value: user.id,
      label: `${user.first_name} ${user.last_name}`.trim() || user.email,
      subtitle: user.email,
      icon: 'user',
    }))
}

export const startSupport: CommandModule<ArgsOf<typeof commands.supportArgs>> = {
  run: async (body, { services, go }) => {
    const session = services.get(Session)
    const user = session.getSnapshot().data
    const token = localStorage.getItem('token')
    const support = await services.get(Api).call(startSupportCall, { body })
    await session.signIn(support, { isStaying: true })
    // Only after signing in, which removes the data of the other account from the tab.
    if (user && token) sessionStorage.setItem(STAFF_SESSION_KEY, JSON.stringify({ user, token }))
    await go('/projects')
    return { message: `You see what ${support.user.email} sees` }
  },
}

export const endSupport: CommandModule = {
  run: async (_args, { services, go }) => {
    const session = services.get(Session)
    const savedSession = sessionStorage.getItem(STAFF_SESSION_KEY)
    if (savedSession === null) {
      // The support session was started in another tab.
      await session.logout()
      return {}
    }
    await services.get(Api).call(logout, {})
    // Written by `startSupport`.
    const staffSession = JSON.parse(savedSession) as { user: User; token: string }
    sessionStorage.removeItem(STAFF_SESSION_KEY)
    await session.signIn(staffSession, { isStaying: true })
    await go(staffRoute)
    return { message: 'You are back in your own account' }
  },
}
