import { bucketSettings } from '@typecase/content/slots'
import { section, sectionRoute } from '@typecase/plugin-sdk/section'
import { token } from '@typecase/plugin-sdk/token'
import { has } from '@typecase/plugin-sdk/when'

export const sitesSection = section(bucketSettings, {
  id: 'preview.sites',
  title: 'Preview sites',
  icon: 'monitor',
  order: 18,
  keywords: ['live preview', 'website', 'frame', 'draft', 'bucket'],
  commandTitle: 'Open preview sites',
  when: has('route.bucketSlug'),
  load: () => import('./views/preview-sites.tsx'),
})

export const sharedLinksSection = section(bucketSettings, {
  id: 'preview.shared-links',
  title: 'Shared links',
  icon: 'link',
  order: 19,
  keywords: ['guests', 'preview link', 'clients', 'review'],
  commandTitle: 'Open shared links',
  when: has('route.bucketSlug'),
  load: () => import('./shared/shared-links.tsx'),
})

export const settingsRoute = sectionRoute(bucketSettings)

/** The list of shared links in the settings. */
export interface SharedLinksPage {
  /** Opens the dialog that sets or removes the password of a link. */
  askPassword(linkID: string): void
}
export const sharedLinksPage = token<SharedLinksPage>('preview.shared-links-page', 1)
