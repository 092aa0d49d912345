import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

export const general = section('settings.section', {
  id: 'projects.general',
  title: 'General',
  icon: 'settings-2',
  order: 10,
  keywords: ['bucket', 'title', 'slug', 'default', 'delete', 'danger zone'],
  when: has('route.bucketSlug'),
  load: () => import('./views/general-section.tsx'),
})
