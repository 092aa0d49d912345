import { type Assistant, listAssistants } from '@typecase/contract/assistants'
import { defineRecord } from '@typecase/content/record/define-record'
import { scopeLabels } from '@typecase/content/words/scopes'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { Services } from '@typecase/plugin-sdk/token'
import { has } from '@typecase/plugin-sdk/when'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the assistant in the row that the keyboard is on. */
    'assistants.assistant': string
  }
}

export const assistantsQuery = (services: Services, slug: string) =>
  apiQueryOptions(services, listAssistants, { query: { slug } })

export const personOf = ({ user }: Pick<Assistant, 'user'>): string =>
  `${user.first_name} ${user.last_name}`.trim() || 'Someone without a name'

export const assistant = defineRecord({
  noun: 'assistant',
  icon: 'sparkles',
  group: 'Assistants',
  when: has('route.bucketSlug'),
  arg: 'assistant_id',
  fact: 'assistants.assistant',
  query: assistantsQuery,
  items: ({ assistants }): readonly Assistant[] => assistants,
  row: (one) => ({
    label: one.client.name,
    subtitle: `${personOf(one)} · ${scopeLabels[one.scope]}`,
  }),
  endpoints: [listAssistants],
})
