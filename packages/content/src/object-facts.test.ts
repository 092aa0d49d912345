import { holds } from '@typecase/plugin-sdk/when'
import { expect, test } from 'vitest'

import {
  currentObject,
  hasObject,
  isEditing,
  objectRow,
  onObjects,
  typeOfList,
} from './object-facts.ts'

test('the current object is the open one, or else the current row', () => {
  const row = { 'objects.row': 'row' }
  const both = { ...row, 'route.objectID': 'open' }
  expect([{}, row, both].map(currentObject)).toEqual([undefined, 'row', 'open'])
  expect([{}, row, both].map((facts) => holds(hasObject, facts))).toEqual([false, true, true])
  expect(objectRow(both)).toBe('row')
})

test('the facts distinguish list and editor', () => {
  const list = { 'route.id': 'objects.list', 'objects.type': 'posts' }
  const editor = { 'route.id': 'editor.object', 'editor.isEditing': true }
  expect([list, editor].map((facts) => holds(onObjects, facts))).toEqual([true, false])
  expect([list, editor].map((facts) => holds(isEditing, facts))).toEqual([false, true])
  expect([list, editor].map(typeOfList)).toEqual(['posts', undefined])
})
