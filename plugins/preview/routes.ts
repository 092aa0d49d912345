import { route } from '@typecase/plugin-sdk/route'

/** The page of a shared link, for guests without an account. */
export const guestRoute = route({
  id: 'preview.guest',
  mount: 'public',
  path: 'preview/$link',
  title: 'Shared preview',
  load: () => import('./shared/guest-page.tsx'),
})
