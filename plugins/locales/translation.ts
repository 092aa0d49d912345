import { token } from '@typecase/plugin-sdk/token'

/** The open object with the locale next to it, for commands. */
export interface TranslationPage {
  /** Moves the focus to a missing or stale field. @returns whether there was one */
  move(to: 'next' | 'previous'): boolean
  /** Returns the empty fields that have a value in the source. */
  missing(): readonly string[]
  /** Returns the field with the focus. */
  focusedField(): string | undefined
  /** Copies a field's value from the source. */
  copy(path: string): void
  edit(path: string, value: unknown): void
}
export const translationPage = token<TranslationPage>('locales.translation', 1)
