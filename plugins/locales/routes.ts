import { route } from '@typecase/plugin-sdk/route'

/** How far the types of a bucket are translated. */
export const coverageRoute = route({
  id: 'locales.coverage',
  mount: 'bucket',
  path: 'locales',
  title: 'Translations',
  load: () => import('./views/coverage-page.tsx'),
})
