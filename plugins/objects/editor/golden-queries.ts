import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const editing = {
  'route.bucketSlug': 'archive',
  'route.objectID': '0123456789abcdef01234567',
  'objects.isEditing': true,
  'objects.isDirty': true,
  'objects.hasConflict': true,
  'objects.hasNext': true,
  'objects.hasPrevious': true,
  'objects.inRichText': true,
  can: new Set(['objects:write', 'objects:publish']),
}

const query = (words: string, expect: string): GoldenQuery => ({
  query: words,
  expect,
  facts: editing,
})

export const editorGoldenQueries: readonly GoldenQuery[] = [
  query('save', 'objects.save-draft'),
  query('save draft', 'objects.save-draft'),
  query('publish and next', 'objects.publish-and-next'),
  query('discard', 'objects.discard-changes'),
  query('go to field', 'objects.focus-field'),
  query('next object', 'objects.next'),
  query('previous object', 'objects.previous'),
  query('copy object id', 'objects.copy-id'),
  query('show what uses', 'objects.show-uses'),
  query('keep mine', 'objects.keep-mine'),
  query('take theirs', 'objects.take-theirs'),
  query('save what i chose', 'objects.save-resolved'),
  query('format text', 'objects.format-text'),
  query('link text', 'objects.link-text'),
]
