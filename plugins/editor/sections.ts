import { bucketSettings } from '@typecase/content/slots'
import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

export const autosaveSection = section(bucketSettings, {
  id: 'editor.autosave',
  title: 'Autosave',
  icon: 'save',
  order: 17,
  keywords: ['automatic', 'save', 'drafts', 'editor', 'writing'],
  when: has('route.bucketSlug'),
  load: () => import('./views/autosave-section.tsx'),
})
