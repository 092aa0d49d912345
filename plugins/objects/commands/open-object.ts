import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { objectRef } from '../routes.ts'
import type { openObjectArgs } from './go-commands.ts'

export const run: Run<ArgsOf<typeof openObjectArgs>> = async ({ id, bucket }, { go }) => {
  await go(objectRef, { params: { objectID: id, ...(bucket && { bucketSlug: bucket }) } })
}
