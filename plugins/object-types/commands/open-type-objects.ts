import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { objectsPath } from '../objects-path.ts'
import type { typeArgs } from './type-commands.ts'

export const run: Run<ArgsOf<typeof typeArgs>> = async ({ type_slug }, { facts, go }) => {
  await go(objectsPath(bucketSlugOf(facts), type_slug))
}
