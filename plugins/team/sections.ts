import { bucketSettings } from '@typecase/content/slots'
import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

/** The team of the bucket's project, as a section of the bucket settings. */
export const members = section(bucketSettings, {
  id: 'team.members',
  title: 'Members',
  icon: 'users',
  order: 40,
  keywords: ['team', 'people', 'roles', 'invite'],
  when: has('route.bucketSlug'),
  load: () => import('./views/members-section.tsx'),
})
