import { route } from '@typecase/plugin-sdk/route'

/** The progress of translations, by type. */
export const coverageRoute = route({
  id: 'locales.coverage',
  mount: 'bucket',
  path: 'locales',
  title: 'Translations',
  load: () => import('./views/coverage-page.tsx'),
})
