import type { Confirmation } from '@typecase/plugin-sdk/confirmation'
import type { DialogsService } from '@typecase/plugin-sdk/services'
import { atom } from 'jotai/vanilla'

import type { Atoms } from '../kernel/store.ts'

/** A confirmation that waits for the user's answer. */
export interface OpenConfirmation extends Confirmation {
  readonly id: number
  readonly answer: (isConfirmed: boolean) => void
}

export const questionsAtom = atom<readonly OpenConfirmation[]>([])

/** Creates the service for confirmations. It shows one question at a time. */
export function createDialogs(atoms: Atoms): DialogsService {
  let count = 0
  return {
    confirm: (confirmation) =>
      new Promise((resolve) => {
        const id = ++count
        const answer = (isConfirmed: boolean): void => {
          atoms.set(questionsAtom, (all) => all.filter((one) => one.id !== id))
          resolve(isConfirmed)
        }
        atoms.set(questionsAtom, (all) => [...all, { ...confirmation, id, answer }])
      }),
  }
}
