import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { defineRecord } from '@typecase/content/record/define-record'
import { getMacro, listMacros, type Macro } from '@typecase/contract/macros'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { Services } from '@typecase/plugin-sdk/token'
import { and, can, has } from '@typecase/plugin-sdk/when'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the macro on screen, or of the keyboard's row. */
    'macros.macro': string
  }
}

export const inBucket = has('route.bucketSlug')

/** All macros the user can run in the bucket on screen, by title. Refetched, because others may share theirs. */
export const macrosQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listMacros, { query: { slug, limit: 1000 } }),
  staleTime: 30_000,
})

const kind = defineRecord({
  noun: 'macro',
  icon: 'workflow',
  group: 'Macros',
  when: and(inBucket, can('objects:write')),
  arg: 'macro_id',
  fact: 'macros.macro',
  query: macrosQuery,
  items: ({ macros }): readonly Macro[] => macros,
  row: ({ title, is_shared }) => ({ label: title, icon: is_shared ? 'share-2' : 'workflow' }),
  endpoints: [listMacros, getMacro],
})

/** The macro record. Its picker also describes what each macro does, with the field titles of the bucket. */
export const macro: typeof kind = {
  ...kind,
  ask(offer) {
    const ask = kind.ask(offer)
    return {
      ...ask,
      async search(text, context) {
        const slug = bucketSlugOf(context.facts)
        const [rows, { describeMacros }] = await Promise.all([
          ask.search(text, context),
          import('./words/macro-words.ts'),
        ])
        const all = await kind.all(context.services, slug)
        const words = await describeMacros(context.services, slug, all)
        return rows.map((row) => {
          const { text: subtitle, isBroken } = words.get(row.id) ?? { text: '', isBroken: false }
          return { ...row, subtitle, ...(isBroken && { icon: 'triangle-alert' }) }
        })
      },
    }
  },
}
