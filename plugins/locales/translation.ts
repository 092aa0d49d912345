import { token } from '@typecase/plugin-sdk/token'

/** The open object and the locale next to it, for commands. */
export interface TranslationPage {
  /** Moves the focus to a field that is missing or stale. @returns whether there was one */
  move(to: 'next' | 'previous'): boolean
  /** Fields with nothing in them that the source has. */
  missing(): readonly string[]
  /** The field that the focus is in. */
  focused(): string | undefined
  /** Takes a field's value from the source. */
  copy(path: string): void
  edit(path: string, value: unknown): void
}
export const translationPage = token<TranslationPage>('locales.translation', 1)
