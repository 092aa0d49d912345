import { listObjects } from '@typecase/contract/objects'

import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** An object's name, as rows and chips show it. */
export interface NamedObject {
  readonly id: string
  readonly title: string
  readonly type: string
}

/** Number of ids per request: they are part of the address, which servers limit to 16 kB. */
const IDS_AT_ONCE = 200

/** Reads objects by id; deleted ones are missing from the result. */
export async function objectsByID(
  services: Services,
  slug: string,
  ids: readonly string[],
): Promise<NamedObject[]> {
  const loaded: NamedObject[] = []
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE)
    const query = { slug, query: JSON.stringify({ id: { $in: some } }) }
    const { objects } = await services.get(Api).call(listObjects, {
      query: { ...query, props: 'id,title,type', limit: some.length },
    })
    loaded.push(...objects.map(({ object: { id, title, type } }) => ({ id, title, type })))
  }
  return loaded
}
