import { bucketQuery } from '@typecase/content/bucket'
import { defineRecord } from '@typecase/content/record/define-record'
import { getBucket } from '@typecase/contract/buckets'
import type { PreviewSite } from '@typecase/contract/preview-sites'
import { and, can, has } from '@typecase/plugin-sdk/when'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the preview site whose row has the focus. */
    'preview.site': string
  }
}

export const site = defineRecord({
  noun: 'preview site',
  icon: 'monitor',
  group: 'Preview',
  when: and(has('route.bucketSlug'), can('bucket:settings')),
  arg: 'site_id',
  fact: 'preview.site',
  query: bucketQuery,
  items: ({ bucket }): readonly PreviewSite[] => bucket.preview_sites,
  row: ({ name, url }) => ({ label: name, subtitle: url }),
  endpoints: [getBucket],
})
