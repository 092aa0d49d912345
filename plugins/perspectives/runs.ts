import { bucketSlugOf } from '@typecase/content/bucket-slug'
import {
  drafts,
  type Perspective,
  perspectiveKey,
  perspectiveName,
} from '@typecase/content/perspective'
import { getRelease } from '@typecase/contract/releases'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Storage } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import type { viewArgs } from './commands.ts'

type ViewArgs = ArgsOf<typeof viewArgs>

/** Returns the perspective for the arguments. @throws Refusal when the date is not in the future */
async function perspectiveOf(
  services: Services,
  slug: string,
  { view, at }: ViewArgs,
): Promise<Perspective> {
  if (view === 'drafts') return drafts
  if (view === 'published') return { kind: 'published' }
  if (view === 'date') {
    if (at === undefined || at <= Date.now()) throw new Refusal('Choose a time to come.')
    return { kind: 'date', at }
  }
  const query = { slug, release_id: view, limit: 1 }
  const { release } = await services.get(Api).call(getRelease, { query })
  return { kind: 'release', id: release.id, title: release.title }
}

export const viewAs: CommandModule<ViewArgs> = {
  async run(args, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const perspective = await perspectiveOf(services, slug, args)
    const storage = services.get(Storage)
    if (perspective.kind === 'drafts') storage.remove(perspectiveKey(slug))
    else storage.set(perspectiveKey(slug), perspective)
    return { message: `Viewing: ${perspectiveName(perspective)}.` }
  },
}
