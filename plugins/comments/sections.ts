import { accountSettings } from '@typecase/content/slots'
import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

/** E-mails link to this section. */
export const mentionMails = section(accountSettings, {
  id: 'comments.mention-mails',
  title: 'Mentions',
  commandTitle: 'Open e-mails about mentions',
  icon: 'at-sign',
  order: 35,
  keywords: ['e-mail', 'email', 'mail', 'notifications'],
  when: has('session.isLoggedIn'),
  load: () => import('./views/mention-mails.tsx'),
})
