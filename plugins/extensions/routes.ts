import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** The marketplace. `bucket` is the bucket into which it installs. */
export const marketplaceRoute = route({
  id: 'extensions.marketplace',
  mount: 'root',
  path: 'marketplace',
  title: 'Marketplace',
  search: () => type({ 'bucket?': 'string <= 200' }),
  load: () => import('./views/marketplace.tsx'),
})

export const extensionsRoute = route({
  id: 'extensions.list',
  mount: 'bucket',
  path: 'extensions',
  title: 'Extensions',
  load: () => import('./views/extension-list.tsx'),
})

/** The page of an extension, shown in a frame. */
export const extensionRoute = route({
  id: 'extensions.page',
  mount: 'bucket',
  path: 'extensions/$extensionID',
  title: '{extensions.pageTitle}',
  load: () => import('./views/extension-page.tsx'),
})
