import { defineRecord } from '@typecase/content/record/define-record'
import { smartViewsQuery } from '@typecase/content/smart-views'
import { countSmartViews, listSmartViews, type SmartView } from '@typecase/contract/smart-views'
import type { FactDeclaration } from '@typecase/plugin-sdk/facts'
import { and, can, has } from '@typecase/plugin-sdk/when'

import { iconOf, labelOf, problemsOf } from './view-look.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the smart view on the page, or of the row with the keyboard focus. */
    'smart-views.view': string
    /** Whether the list on screen differs from the view. */
    'smart-views.isChanged': boolean
    /** The revision of the view on which the changes of the list are based. */
    'smart-views.rev': number
  }
}

export const inBucket = has('route.bucketSlug')

export const view = defineRecord({
  noun: 'smart view',
  icon: 'funnel',
  group: 'Smart views',
  when: and(inBucket, can('objects:write')),
  arg: 'view_id',
  fact: 'smart-views.view',
  query: smartViewsQuery,
  items: ({ smart_views }): readonly SmartView[] => smart_views,
  row: (item) => ({
    label: labelOf(item),
    icon: iconOf(item),
    subtitle: problemsOf(item) || (item.is_shared ? 'Shared' : 'Only you'),
  }),
  endpoints: [listSmartViews, countSmartViews],
})

export const facts: readonly FactDeclaration[] = [
  view.factDeclaration,
  {
    key: 'smart-views.isChanged',
    title: 'the smart view on screen was changed',
    missing: 'The smart view has no unsaved changes.',
  },
  { key: 'smart-views.rev', title: 'a saved smart view is on screen' },
]
