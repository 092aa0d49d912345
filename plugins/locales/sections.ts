import { bucketSettings } from '@typecase/content/slots'
import { section } from '@typecase/plugin-sdk/section'
import { has } from '@typecase/plugin-sdk/when'

export const locales = section(bucketSettings, {
  id: 'locales.locales',
  title: 'Locales',
  icon: 'languages',
  order: 15,
  keywords: ['languages', 'translation', 'localization', 'bucket'],
  when: has('route.bucketSlug'),
  load: () => import('./views/locales-section.tsx'),
})
