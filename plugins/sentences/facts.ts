import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Whether the server answered that it has no model. */
    'sentences.isOff': boolean
  }
}

export const sentenceFacts: readonly FactDeclaration[] = [
  { key: 'sentences.isOff', title: 'the server has no AI model' },
]
