import type { ArgsOf } from '@typecase/plugin-sdk/command'

import type { setFieldArgs } from '../commands/edit-commands.ts'
import { editCall, editOf } from './edit.ts'

export const { callOf, words, argumentAt } = editCall<ArgsOf<typeof setFieldArgs>>({
  asked: { key: 'value', title: 'Value' },
  data: ({ field, op, value }) => editOf(field, op === 'clear' ? { op } : { op, value }),
  words: () => ({
    verb: 'Change',
    done: (objects) => `Changed ${objects}.`,
    already: 'so already',
  }),
})
