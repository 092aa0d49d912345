import { listObjects } from '@typecase/contract/objects'

import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** An object as rows and chips name it. */
export interface NamedObject {
  readonly id: string
  readonly title: string
  readonly type: string
}

/** Number of ids in one request: they travel in the address, which servers cut at 16 kB. */
const IDS_AT_ONCE = 200

/** Objects by id; deleted ones are missing. */
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
