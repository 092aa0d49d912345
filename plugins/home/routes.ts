import { route } from '@typecase/plugin-sdk/route'

/** Redirects to the home page of the bucket that was used last. */
export const startRoute = route({
  id: 'home.start',
  mount: 'root',
  path: 'dashboard',
  title: 'Home',
  load: () => import('./views/start.tsx'),
})

export const homeRoute = route({
  id: 'home.show',
  mount: 'bucket',
  path: 'dashboard',
  title: 'Home',
  load: () => import('./views/home.tsx'),
})
