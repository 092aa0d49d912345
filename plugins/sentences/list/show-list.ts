import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'

import type { showListArgs } from '../commands.ts'
import { readList } from './object-list.ts'

export const showList: CommandModule<ArgsOf<typeof showListArgs>> = {
  async run(args, context) {
    const list = await readList(args, context)
    if ('problem' in list) throw new Refusal(list.problem)
    const search = new URLSearchParams()
    if (Object.keys(list.query).length > 0) search.set('query', JSON.stringify(list.query))
    if (list.sort) search.set('sort', list.sort)
    return { open: `/${bucketSlugOf(context.facts)}/objects?${search}` }
  },
}
