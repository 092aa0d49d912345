import type { ArgsOf } from '@typecase/plugin-sdk/command'
import { longTime } from '@typecase/plugin-sdk/long-time'

import type { scheduleArgs } from '../commands/schedule-commands.ts'
import { editCall } from './edit.ts'

/** Plans a change of the status. A scheduled copy is a draft with a time (specification §4). */
export const scheduleCall = (at: 'publish_at' | 'unpublish_at') =>
  editCall<ArgsOf<typeof scheduleArgs>>({
    asked: { key: 'at', title: 'The time' },
    data: (args) => ({ status: 'draft', [at]: args.at }),
    words: (args) => ({
      verb: 'Schedule',
      done: (objects) =>
        `${objects} will be ${at === 'publish_at' ? 'published' : 'unpublished'} ${longTime(args.at)}.`,
      already: 'scheduled so already',
    }),
  })
