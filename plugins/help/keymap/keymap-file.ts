import type { KeymapChanges } from '@typecase/plugin-sdk/keymap'
import { type } from 'arktype'

/** The schema of a keymap file: the user's changes, and the version of the format. */
const keymapFile = () => {
  const { when } = type.module({
    when: 'test | comparison | membership | group | negation',
    test: { op: "'has' | 'eq'", key: 'string', 'value?': 'unknown' },
    comparison: { op: "'gt'", key: 'string', value: 'number' },
    membership: { op: "'in'", key: 'string', value: 'unknown[]' },
    group: { op: "'and' | 'or'", of: 'when[]' },
    negation: { op: "'not'", of: 'when' },
  })
  return type({
    '+': 'reject',
    keymap: '1',
    'keys?': { '[string]': 'string | null' },
    'active?': { '[string]': 'boolean' },
    'added?': type({
      '+': 'reject',
      keys: 'string > 0',
      command: 'string > 0',
      'onApple?': 'string',
      'args?': 'object',
      'when?': when,
      'inText?': 'boolean',
      'inDialog?': 'boolean',
      'isRepeatable?': 'boolean',
    }).array(),
    'hasSingleKeys?': 'boolean',
  })
}

/** Limit of the file size, beyond which a file cannot be a keymap. */
export const MAX_KEYMAP_BYTES = 1_000_000

export const writeKeymap = (changes: KeymapChanges): string =>
  `${JSON.stringify({ keymap: 1, ...changes }, null, 2)}\n`

/** Parses a keymap. @returns the changes, or a sentence that says what is wrong */
export function readKeymap(text: string): KeymapChanges | string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return `It is not JSON: ${error instanceof Error ? error.message : String(error)}.`
  }
  const file = keymapFile()(json)
  if (file instanceof type.errors) return `${file.summary}.`
  const { keys = {}, active = {}, added = [], hasSingleKeys = true } = file
  // The schema has validated the bindings.
  return { keys, active, added: added as KeymapChanges['added'], hasSingleKeys }
}
