import { reorderObjects } from '@typecase/contract/objects'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { refreshObjects } from '@typecase/plugin-sdk/refresh-objects'
import { Api } from '@typecase/plugin-sdk/services'

import type { placeArgs } from './list-commands.ts'

export const run: Run<ArgsOf<typeof placeArgs>> = async (
  { bucket, id, ...place },
  { services },
) => {
  await services.get(Api).call(reorderObjects, { body: { slug: bucket, reorder_id: id, ...place } })
  await refreshObjects(services)
  return { message: 'The object is back in its place.' }
}
