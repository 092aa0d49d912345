import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import { objectRef } from '../routes.ts'
import type { newObjectArgs } from './go-commands.ts'

export const run: Run<ArgsOf<typeof newObjectArgs>> = async ({ type, title }, { go }) => {
  await go(objectRef, { params: { objectID: 'new' }, search: { type, ...(title && { title }) } })
}
