import { expect, test } from 'vitest'

import { previewType } from './preview-type.ts'
import { emptyDraft, newField } from './type-draft.ts'

test('the preview of an unsaved type replaces missing and duplicate keys by placeholders', () => {
  const group = { ...newField('Group', 'parent'), fields: [newField('Name', 'text')] }
  const fields = [newField('Name', 'text'), newField('Name', 'text'), newField('…', 'text'), group]
  const { metafields } = previewType({ ...emptyDraft, title: ' Posts ', fields })
  expect(metafields.map(({ key }) => key)).toEqual(['name', 'name 1', ' 2', 'group'])
  expect(metafields[3]?.children?.map(({ key }) => key)).toEqual(['name'])
})
