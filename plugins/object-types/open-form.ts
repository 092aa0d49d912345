/** What the command that saves does to the builder on screen. */
export interface OpenForm {
  save(): Promise<void>
}

let onScreen: OpenForm | undefined

/** Offers the builder to the command for as long as it is on screen. @returns takes it back */
export function offerForm(form: OpenForm): () => void {
  onScreen = form
  return () => {
    if (onScreen === form) onScreen = undefined
  }
}

/** The builder on screen; none while its type is loading. */
export function openForm(): OpenForm | undefined {
  return onScreen
}
