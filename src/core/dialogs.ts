import type { Confirmation } from '@typecase/plugin-sdk/confirmation'
import type { DialogsService } from '@typecase/plugin-sdk/services'

import type { Store } from '../kernel/store.ts'
import { createStore } from '../kernel/store.ts'

/** A question that waits for its answer. */
export interface OpenConfirmation extends Confirmation {
  readonly id: number
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks one question after the other. */
export function createDialogs(): DialogsService & {
  readonly questions: Store<readonly OpenConfirmation[]>
} {
  const questions = createStore<readonly OpenConfirmation[]>([])
  let count = 0
  return {
    questions,
    confirm: (confirmation) =>
      new Promise((resolve) => {
        const id = ++count
        const answer = (isConfirmed: boolean): void => {
          questions.update((all) => all.filter((one) => one.id !== id))
          resolve(isConfirmed)
        }
        questions.update((all) => [...all, { ...confirmation, id, answer }])
      }),
  }
}
