import type { FactDeclaration } from '@typecase/plugin-sdk/facts'
import { token } from '@typecase/plugin-sdk/token'

/** Returns a plugin's declaration of a fact. */
export const DeclaredFacts = token<(key: string) => FactDeclaration | undefined>(
  'core.declared-facts',
  1,
)
