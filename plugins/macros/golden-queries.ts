import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'route.bucketSlug': 'archive',
  can: new Set(['bucket:read', 'objects:write', 'objects:publish', 'objects:delete']),
}
const recording = { ...facts, 'macros.isRecording': true, 'macros.stepCount': 2 }
const editing = { ...facts, 'route.id': 'macros.edit', 'macros.macro': '0123456789abcdef01234567' }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'macros', expect: 'macros.nav.go', facts },
  { query: 'record', expect: 'macros.record', facts },
  { query: 'record a macro', expect: 'macros.record', facts },
  { query: 'stop rec', expect: 'macros.stop', facts: recording },
  { query: 'finish rec', expect: 'macros.stop', facts: recording },
  { query: 'save macro', expect: 'macros.save', facts: editing },
  { query: 'cancel rec', expect: 'macros.cancel-recording', facts: recording },
  { query: 'run macro', expect: 'macros.play', facts },
  { query: 'edit macro', expect: 'macros.edit', facts },
  { query: 'rename macro', expect: 'macros.edit', facts },
  { query: 'duplicate macro', expect: 'macros.duplicate', facts },
  { query: 'delete macro', expect: 'macros.delete', facts },
  { query: 'share macro', expect: 'macros.share', facts },
  { query: 'stop sharing', expect: 'macros.unshare', facts },
]
