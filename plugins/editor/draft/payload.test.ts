import { expect, test } from 'vitest'

import { objectOf } from '@typecase/content/object/object.fixture'
import { addData, updateData } from './payload.ts'
import { valuesOf } from '@typecase/content/object/values'

const base = valuesOf(objectOf({ metadata: { medium: 'oil', seo: { title: 'T', text: 'X' } } }))
const groups = new Set(['metadata.seo'])

test('an update holds changed fields, whole groups, and null for cleared fields', () => {
  const values = {
    ...base,
    slug: 'rigi',
    publish_at: 5,
    metadata: { seo: { title: 'New', text: 'X' } },
  }
  expect(updateData({ base, values, status: 'draft', rev: 1 }, groups)).toEqual({
    status: 'draft',
    slug: 'rigi',
    publish_at: 5,
    metadata: { medium: null, seo: { title: 'New', text: 'X' } },
  })
})

test('a new object holds only the fields that are filled in', () => {
  const values = { ...base, slug: '', metadata: { medium: '', tags: [], height: 0, framed: false } }
  expect(addData({ base, values, status: 'published', rev: undefined }, 'artworks')).toEqual({
    type: 'artworks',
    title: 'The Blue Rigi',
    status: 'published',
    metadata: { height: 0, framed: false },
  })
})
