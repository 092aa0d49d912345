import { isEditing, isOpen, onObjects } from '@typecase/content/object-facts'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import { and, eq, has, not } from '@typecase/plugin-sdk/when'

const isShown = and(isEditing, has('preview.isShown'))

export const keys: readonly KeyBinding[] = [
  { keys: 'Alt+v', onApple: 'Control+v', command: 'preview.toggle', when: isOpen },
  { keys: 'Alt+e', onApple: 'Control+e', command: 'preview.show-labels', when: isShown },
  { keys: 'Alt+]', onApple: 'Control+]', command: 'preview.next', when: isShown },
  { keys: 'Alt+[', onApple: 'Control+[', command: 'preview.previous', when: isShown },
  {
    keys: 'Escape',
    command: 'preview.go-back',
    inText: true,
    when: and(
      isEditing,
      has('preview.isRelated'),
      not(has('zen')),
      not(onObjects),
      not(has('peek.isOpen')),
      not(eq('selection.kind', 'media')),
    ),
  },
]
