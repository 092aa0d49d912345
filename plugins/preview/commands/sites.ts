import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { recordCommand } from '@typecase/content/record/define-record'
import { undoCommand } from '@typecase/content/record/record-undo'
import { previewSiteUrl } from '@typecase/contract/preview-address'
import type { AskPicker, AskText } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { filterRows } from '@typecase/plugin-sdk/text-match'
import { type } from 'arktype'

import { site } from '../record.ts'

const runs = () => import('./sites-runs.ts')
const { group, when } = site

const fields = () => ({
  name: type('1 <= string <= 100'),
  url: type('0 < string <= 2000').narrow((url, context) => {
    const problem = previewSiteUrl('', url)?.trim()
    return problem === undefined || context.reject({ problem })
  }),
  'types?': type('string[]'),
})

export const addSiteArgs = () => type(fields())
export const changeSiteArgs = () => type({ site_id: 'string', ...fields() })

const name: AskText = { kind: 'text', title: 'Name', placeholder: 'Website' }
const url: AskText = {
  kind: 'text',
  title: 'Address',
  placeholder: 'https://example.com/{locale}/{slug}',
  help: '{slug}, {id}, {type}, {locale}, {status} and {metadata.key} stand for values of the object.',
}
const types: AskPicker = {
  kind: 'picker',
  title: 'Object types',
  placeholder: 'Which object types does it show?',
  skip: 'All object types',
  isAlwaysAsked: true,
  isMany: true,
  search: filterRows(async ({ services, facts }) =>
    (await readBucket(services, bucketSlugOf(facts))).object_types.map(({ slug, title }) => ({
      id: slug,
      value: slug,
      label: title,
    })),
  ),
}

export const addSite = defineCommand({
  id: 'preview.add-site',
  title: 'Add preview site…',
  aliases: ['New preview site', 'Add a preview site'],
  keywords: ['website', 'url', 'address', 'frame', 'live'],
  group,
  when,
  icon: 'plus',
  effect: 'write',
  args: addSiteArgs,
  ask: { name, url, types },
  load: async () => (await runs()).addSite,
})

export const changeSite = recordCommand(site, {
  id: 'preview.change-site',
  title: 'Change preview site…',
  aliases: ['Edit preview site', 'Rename preview site'],
  keywords: ['website', 'url', 'address', 'frame'],
  icon: 'pencil',
  effect: 'write',
  args: changeSiteArgs,
  ask: {
    name: { ...name, initial: site.initial((one) => one.name) },
    url: { ...url, initial: site.initial((one) => one.url) },
    types: {
      ...types,
      async initialChoices({ services, facts, args }) {
        const bucket = await readBucket(services, bucketSlugOf(facts))
        const chosen = bucket.preview_sites.find(({ id }) => id === args['site_id'])?.types ?? []
        const titleOf = (slug: string) =>
          bucket.object_types.find((one) => one.slug === slug)?.title ?? slug
        return chosen.map((slug) => ({ value: slug, label: titleOf(slug) }))
      },
    },
  },
  load: async () => (await runs()).changeSite,
})

export const removeSite = recordCommand(site, {
  id: 'preview.remove-site',
  title: 'Remove preview site…',
  aliases: ['Delete preview site'],
  keywords: ['website', 'frame'],
  icon: 'trash-2',
  // An undo restores the site.
  effect: 'write',
  load: async () => (await runs()).removeSite,
})

export const undoSite = undoCommand(site, {
  id: 'preview.undo-site',
  load: async () => (await runs()).changes.undoModule,
})

export const siteCommands: readonly AnyCommand[] = [addSite, changeSite, removeSite, undoSite]
