import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const editing = {
  'route.bucketSlug': 'archive',
  'route.objectID': '0123456789abcdef01234567',
  'editor.isEditing': true,
  'editor.isDirty': true,
  'editor.hasConflict': true,
  'editor.hasOffer': true,
  'editor.hasNext': true,
  'editor.hasPrevious': true,
  'editor.hasRichText': true,
  'editor.takesPictures': true,
  'editor.hasTextWithSource': true,
  'editor.isInRow': true,
  can: new Set(['objects:write', 'objects:publish']),
}

const settings = { 'route.bucketSlug': 'archive', can: new Set(['bucket:settings']) }

const inEditor = (query: string, expect: string): GoldenQuery => ({
  query,
  expect,
  facts: editing,
})

export const goldenQueries: readonly GoldenQuery[] = [
  inEditor('save', 'editor.save-draft'),
  inEditor('save draft', 'editor.save-draft'),
  inEditor('publish and next', 'editor.publish-and-next'),
  inEditor('save and next', 'editor.save-and-next'),
  inEditor('next with errors', 'editor.next-with-errors'),
  inEditor('next draft', 'editor.next-draft'),
  inEditor('discard', 'editor.discard-changes'),
  inEditor('continue left unsaved', 'editor.continue-unsaved'),
  inEditor('discard left unsaved', 'editor.discard-unsaved'),
  inEditor('go to field', 'editor.focus-field'),
  inEditor('next object', 'editor.next'),
  inEditor('previous object', 'editor.previous'),
  inEditor('copy object id', 'editor.copy-id'),
  inEditor('keep mine', 'editor.keep-mine'),
  inEditor('keep both', 'editor.keep-both'),
  inEditor('autosave', 'editor.toggle-autosave'),
  inEditor('turn off autosave', 'editor.toggle-autosave'),
  { query: 'autosave for everyone', expect: 'editor.set-bucket-autosave', facts: settings },
  { query: 'autosave settings', expect: 'editor.open-autosave-settings', facts: settings },
  inEditor('take theirs', 'editor.take-theirs'),
  inEditor('save what i chose', 'editor.save-resolved'),
  inEditor('format text', 'editor.format-text'),
  inEditor('highlight', 'editor.format-text'),
  inEditor('superscript', 'editor.format-text'),
  inEditor('subscript', 'editor.format-text'),
  inEditor('link text', 'editor.link-text'),
  inEditor('formatting tools', 'editor.focus-text-tools'),
  inEditor('insert picture', 'editor.insert-picture'),
  inEditor('insert image', 'editor.insert-picture'),
  inEditor('edit source', 'editor.switch-source'),
  inEditor('edit visually', 'editor.switch-source'),
  inEditor('duplicate row', 'editor.duplicate-row'),
  inEditor('remove row', 'editor.remove-row'),
  inEditor('delete row', 'editor.remove-row'),
  inEditor('move row up', 'editor.move-row-up'),
  inEditor('move row down', 'editor.move-row-down'),
]
