import { defineRecord } from '@typecase/content/record/define-record'
import { listSharedLinks, type SharedLink } from '@typecase/contract/shared-links'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { Services } from '@typecase/plugin-sdk/token'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { formatCount } from '@typecase/ui/count'
import { formatDay } from '@typecase/ui/format'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the shared link whose row has the focus. */
    'preview.link': string
  }
}

/** How often the list is read again, in ms, because guests open links at any time. */
const POLL_MS = 10_000

export const sharedLinksQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listSharedLinks, { query: { slug } }),
  refetchInterval: POLL_MS,
})

export const sharedLink = defineRecord({
  noun: 'shared link',
  icon: 'link',
  group: 'Preview',
  when: and(has('route.bucketSlug'), can('objects:publish')),
  arg: 'link_id',
  fact: 'preview.link',
  query: sharedLinksQuery,
  items: ({ links }): readonly SharedLink[] => links,
  row: (link) => ({ label: link.title, subtitle: describeLink(link) }),
  endpoints: [listSharedLinks],
})

/** Whether a link still opens its page. */
export const isLinkOpen = ({ is_revoked, expires_at }: SharedLink): boolean =>
  !is_revoked && expires_at > Date.now()

/** Describes a link: `Until 6 December · opened 3 times`. */
export function describeLink({ is_revoked, expires_at, views }: SharedLink): string {
  const end = is_revoked
    ? 'Revoked'
    : expires_at > Date.now()
      ? `Until ${formatDay(expires_at)}`
      : `Expired on ${formatDay(expires_at)}`
  return `${end} · ${views === 0 ? 'not opened yet' : `opened ${formatCount(views, 'time')}`}`
}
