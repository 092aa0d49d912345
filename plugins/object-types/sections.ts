import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

export const locales = section('settings.section', {
  id: 'object-types.locales',
  title: 'Locales',
  icon: 'languages',
  order: 30,
  keywords: ['languages', 'translations', 'localization'],
  when: has('route.bucketSlug'),
  load: () => import('./views/locales-section.tsx'),
})
