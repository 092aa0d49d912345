import type { ArgsOf } from '@typecase/plugin-sdk/command'

import type { scopeArgs } from '../commands/conditions.ts'
import { editCall } from './edit.ts'

export const { callOf, words } = editCall<ArgsOf<typeof scopeArgs>>({
  data: () => ({ publish_at: null, unpublish_at: null }),
  words: () => ({
    verb: 'Clear the schedule of',
    done: (objects) => `Cleared the schedule of ${objects}.`,
    already: 'without a schedule',
  }),
})
