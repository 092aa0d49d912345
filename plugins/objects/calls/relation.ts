import type { ArgsOf } from '@typecase/plugin-sdk/command'

import type { relationArgs } from '../commands/edit-commands.ts'
import { editCall, editOf } from './edit.ts'

const wordsOf = {
  add: { verb: 'Add to', done: (objects: string) => `Added to ${objects}.`, already: 'so already' },
  remove: {
    verb: 'Remove from',
    done: (objects: string) => `Removed from ${objects}.`,
    already: 'without it already',
  },
} as const

/** Adds objects to a relation of others, or takes them out of it. */
export const relationCall = (op: 'add' | 'remove') =>
  editCall<ArgsOf<typeof relationArgs>>({
    asked: { key: 'objects', title: 'Related objects' },
    // The server takes a list of one for a relation to one.
    data: ({ field, objects }) => editOf(field, { op, value: objects }),
    words: () => wordsOf[op],
  })
