import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { recordChanges } from '@typecase/content/record/record-undo'
import { updateBucket } from '@typecase/contract/buckets'
import type { PreviewSite } from '@typecase/contract/preview-sites'
import { withArgumentErrors } from '@typecase/plugin-sdk/argument-errors'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { site } from '../record.ts'
import { type addSiteArgs, type changeSiteArgs, undoSite } from './sites.ts'

type Data = Omit<PreviewSite, 'id'>

/** Replaces the preview sites of a bucket. */
async function save(
  services: Services,
  slug: string,
  change: (sites: readonly PreviewSite[]) => readonly PreviewSite[],
): Promise<void> {
  const preview_sites = [...change(await site.all(services, slug))]
  try {
    await services.get(Api).call(updateBucket, { body: { slug, data: { preview_sites } } })
  } catch (reason) {
    throw withArgumentErrors(reason, (path) =>
      path.endsWith('.url') ? { key: 'url', title: 'Address' } : undefined,
    )
  } finally {
    await site.refresh(services)
  }
}

async function insert(services: Services, slug: string, added: PreviewSite): Promise<PreviewSite> {
  await save(services, slug, (sites) => [...sites, added])
  return added
}

export const changes = recordChanges(site, undoSite, {
  titleOf: ({ name }) => name,
  dataOf: ({ id: _, ...data }: PreviewSite): Data => data,
  async update(services, slug, id, data) {
    await save(services, slug, (sites) =>
      sites.map((one) => (one.id === id ? { ...one, ...data } : one)),
    )
    return site.read(services, slug, id)
  },
  async remove(services, slug, { id, ...data }) {
    await save(services, slug, (sites) => sites.filter((one) => one.id !== id))
    return data
  },
  // The data always comes from `remove`.
  restore: (services, slug, id, data) => insert(services, slug, { ...(data as Data), id }),
})

export const addSite: CommandModule<ArgsOf<typeof addSiteArgs>> = {
  async run({ name, url, types = [] }, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const { id } = await insert(services, slug, { id: crypto.randomUUID(), name, url, types })
    return { message: `Added “${name}”.`, undo: changes.undoOfAdd(slug, id) }
  },
}

export const changeSite = site.module<ArgsOf<typeof changeSiteArgs>>(
  async ({ id }, { services, slug }, { name, url, types = [] }) => {
    const { item, ...undo } = await changes.update(services, slug, id, { name, url, types })
    return { message: `Saved “${item.name}”.`, ...undo }
  },
)

export const removeSite = site.module(async (item, context) => ({
  message: `Removed “${item.name}”.`,
  ...(await changes.remove(item, context.slug, context)),
}))
