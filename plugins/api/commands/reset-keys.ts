import { getBucket, updateBucket } from '@typecase/contract/buckets'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import type { resetKeysArgs } from './key-commands.ts'

export const run: Run<ArgsOf<typeof resetKeysArgs>> = async ({ bucket: slug }, { services }) => {
  await services
    .get(Api)
    .call(updateBucket, { body: { slug, data: { reset_api_access_keys: true } } })
  await services.get(Queries).invalidateQueries({ queryKey: [getBucket.id] })
  return { message: 'The bucket has new keys' }
}
