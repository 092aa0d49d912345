import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive', can: new Set(['types:write']) }

const withOffer = { ...facts, 'object-types.hasOffer': true }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'go to object types', expect: 'object-types.nav.go', facts },
  { query: 'new object type', expect: 'object-types.new', facts },
  { query: 'create object type', expect: 'object-types.new', facts },
  { query: 'edit obj', expect: 'object-types.edit', facts },
  {
    query: 'save object type',
    expect: 'object-types.save',
    facts: { ...facts, 'route.id': 'object-types.edit' },
  },
  { query: 'continue left unsaved', expect: 'object-types.continue-unsaved', facts: withOffer },
  { query: 'discard left unsaved', expect: 'object-types.discard-unsaved', facts: withOffer },
  { query: 'objects of type', expect: 'object-types.open-objects', facts },
  { query: 'dupl type', expect: 'object-types.duplicate', facts },
  { query: 'delete object type', expect: 'object-types.delete', facts },
  { query: 'add field', expect: 'object-types.add-field', facts },
  { query: 'new field', expect: 'object-types.add-field', facts },
  { query: 'remove field', expect: 'object-types.remove-field', facts },
  { query: 'schema', expect: 'object-types.nav.go', facts },
  { query: 'rename key', expect: 'object-types.rename-key', facts },
  { query: 'rename a field', expect: 'object-types.rename-key', facts },
  { query: 'change type of field', expect: 'object-types.change-field-type', facts },
  { query: 'convert field', expect: 'object-types.change-field-type', facts },
  { query: 'searchable', expect: 'object-types.set-searchable', facts },
  { query: 'set subtitle', expect: 'object-types.set-subtitle', facts },
  { query: 'new folder', expect: 'object-types.new-folder', facts },
  { query: 'rename folder', expect: 'object-types.rename-folder', facts },
  { query: 'delete folder', expect: 'object-types.delete-folder', facts },
  { query: 'move object type', expect: 'object-types.move-to-folder', facts },
]
