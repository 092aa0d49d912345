import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import { eq } from '@typecase/plugin-sdk/when'

import { compareRoute } from './routes.ts'

const onComparison = eq('route.id', compareRoute.id)

export const keys: readonly KeyBinding[] = [
  { keys: 'r', command: 'revisions.restore-field', when: onComparison },
  { keys: 'Shift+r', command: 'revisions.restore-shown', when: onComparison },
  { keys: 'v', command: 'revisions.toggle-view', when: onComparison },
  { keys: 'Shift+x', command: 'revisions.swap', when: onComparison },
  { keys: 'F2', command: 'revisions.name', when: onComparison },
]
