import { MediaPicker } from '@typecase/content/media-picker'
import { Uploads } from '@typecase/content/media-uploads'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { provide } from '@typecase/plugin-sdk/token'
import { has } from '@typecase/plugin-sdk/when'

import { mediaRoute } from './routes.ts'

export default definePlugin({
  id: 'media',
  version: '1.0.0',
  api: 1,
  title: 'Media',
  description: 'Images and other files: upload, find and describe them.',
  icon: 'image',
  order: 35,
  routes: [mediaRoute],
  nav: [
    {
      id: 'media.nav',
      label: 'Media',
      keywords: ['images', 'pictures', 'photos', 'videos', 'files', 'assets'],
      icon: 'image',
      to: mediaRoute,
      group: 'content',
      order: 15,
      when: has('route.bucketSlug'),
      keys: 'g m',
    },
  ],
  provides: [
    provide(Uploads, async (services) =>
      (await import('./uploads/service.ts')).createUploads(services),
    ),
    provide(MediaPicker, () => import('./picker/parts.ts')),
  ],
  later: () => import('./later.ts'),
  activate: () => import('./activate.ts'),
})
