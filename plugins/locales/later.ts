import { isEditing } from '@typecase/content/object-facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { fieldCommands } from './commands/fields.ts'
import { localeCommands } from './commands/locales.ts'
import { unsetCommands } from './commands/unset-locales.ts'
import { facts } from './facts.ts'
import { locales } from './sections.ts'

const isTranslating = has('locales.isTranslating')

export default {
  commands: [...localeCommands, ...fieldCommands, ...unsetCommands, locales.open],
  facts,
  keys: [
    {
      keys: 'Alt+l',
      onApple: 'Control+l',
      command: 'locales.translate',
      when: isEditing,
    },
    { keys: 'F8', command: 'locales.next-field', when: isTranslating, inText: true },
    { keys: 'Shift+F8', command: 'locales.previous-field', when: isTranslating, inText: true },
    { keys: '$mod+Shift+F8', command: 'locales.next-object', when: has('route.bucketSlug') },
    { keys: 'Alt+Enter', command: 'locales.confirm', when: isTranslating },
    { keys: 'Alt+c', onApple: 'Control+c', command: 'locales.copy-source', when: isTranslating },
    { keys: 'Alt+g', onApple: 'Control+g', command: 'locales.generate-field', when: isTranslating },
    {
      keys: 'Alt+Shift+g',
      onApple: 'Control+Shift+g',
      command: 'locales.generate-missing',
      when: isTranslating,
    },
  ],
} satisfies PluginPart
