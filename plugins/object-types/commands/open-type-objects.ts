import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { bucketSlugOf } from '../bucket-slug.ts'
import type { typeArgs } from './type-commands.ts'

export const run: Run<ArgsOf<typeof typeArgs>> = async ({ type_slug }, { facts, go }) => {
  const query = encodeURIComponent(JSON.stringify({ type: type_slug }))
  await go(`/${bucketSlugOf(facts)}/objects?query=${query}`)
}
