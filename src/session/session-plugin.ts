import { defineCommand } from '@typecase/plugin-sdk/command'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { Session } from '@typecase/plugin-sdk/services'
import { has } from '@typecase/plugin-sdk/when'

const logOut = defineCommand({
  id: 'session.log-out',
  title: 'Log out',
  aliases: ['Logout', 'Log off', 'Sign out'],
  keywords: ['leave', 'session'],
  group: 'Account',
  icon: 'log-out',
  when: has('session.isLoggedIn'),
  effect: 'none',
  load: () =>
    Promise.resolve({
      run: (_args, { services }) => services.get(Session).logout(),
    }),
})

/** Commands of the session that are independent of the sign-in method. */
export default definePlugin({
  id: 'session',
  version: '1.0.0',
  api: 1,
  title: 'Session',
  order: 0,
  commands: [logOut],
})
