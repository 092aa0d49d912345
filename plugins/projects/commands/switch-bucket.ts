import type { ArgsOf, Run } from '@typecase/plugin-sdk/command'

import type { bucketArgs } from './bucket-commands.ts'

export const run: Run<ArgsOf<typeof bucketArgs>> = async ({ bucket }, { go }) => {
  await go(`/${bucket}/objects`)
}
