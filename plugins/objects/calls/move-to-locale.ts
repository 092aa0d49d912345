import type { ArgsOf } from '@typecase/plugin-sdk/command'

import type { localeArgs } from '../commands/edit-commands.ts'
import { editCall } from './edit.ts'

export const { callOf, words, argumentAt } = editCall<ArgsOf<typeof localeArgs>>({
  asked: { key: 'locale', title: 'Locale' },
  data: ({ locale }) => ({ locale }),
  words: ({ locale }) => ({
    verb: 'Move',
    done: (objects) => `Moved ${objects} to ${locale}.`,
    already: 'there already',
  }),
})
