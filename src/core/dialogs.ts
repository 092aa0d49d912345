import type { Confirmation } from '@typecase/plugin-sdk/confirmation'
import type { DialogsService } from '@typecase/plugin-sdk/services'
import { atom } from 'jotai/vanilla'

import type { Atoms } from '../kernel/store.ts'

/** A question that waits for its answer. */
export interface OpenConfirmation extends Confirmation {
  readonly id: number
  readonly answer: (isConfirmed: boolean) => void
}

export const questionsAtom = atom<readonly OpenConfirmation[]>([])

/** Asks one question after the other. */
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
