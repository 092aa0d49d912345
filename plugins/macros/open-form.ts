/** What the command that saves does to the macro on screen. */
export interface OpenForm {
  save(): Promise<void>
}

let onScreen: OpenForm | undefined

/** Offers the form to the command for as long as it is on screen. @returns takes it back */
export function offerForm(form: OpenForm): () => void {
  onScreen = form
  return () => {
    if (onScreen === form) onScreen = undefined
  }
}

/** The form on screen; none while its macro is loading. */
export function openForm(): OpenForm | undefined {
  return onScreen
}
