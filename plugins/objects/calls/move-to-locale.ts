import type { ArgsOf } from '@typecase/plugin-sdk/command'

import type { localeArgs } from '../commands/edit-commands.ts'
import { editCall } from './edit.ts'

export const { callOf, words } = editCall<ArgsOf<typeof localeArgs>>({
  data: ({ locale }) => ({ locale }),
  words: ({ locale }) => ({
    verb: 'Move',
    done: (objects) => `Moved ${objects} to ${locale}.`,
    already: 'there already',
  }),
})
