import type { MediaFolder } from '@typecase/contract/media-folders'
import { describe, expect, test } from 'vitest'

import { positionOfMove } from './folder-position.ts'

const folder = (slug: string, order: number, parent: string | null = null): MediaFolder => ({
  slug,
  title: slug,
  emoji: '',
  parent,
  order,
  rev: 1,
})
const folders = [
  folder('art', 0),
  folder('trips', 1),
  folder('rome', 2, 'trips'),
  folder('oslo', 3, 'trips'),
  folder('press', 4),
]

describe('a dropped folder', () => {
  test.each([
    ['press', 'trips', 'on', { parent: 'trips', before: '' }],
    ['rome', 'art', 'on', { parent: 'art', before: '' }],
    ['press', 'art', 'before', { parent: '', before: 'art' }],
    ['art', 'trips', 'after', { parent: '', before: 'press' }],
    ['art', 'press', 'after', { parent: '', before: '' }],
    ['oslo', 'rome', 'before', { parent: 'trips', before: 'rome' }],
    ['press', 'rome', 'after', { parent: 'trips', before: 'oslo' }],
    // The rows above the folders.
    ['rome', '', 'on', { parent: '', before: '' }],
    ['press', '', 'after', { parent: '', before: 'art' }],
  ] as const)('%s moves to %s (%s)', (moved, onto, position, expected) => {
    expect(positionOfMove(folders, moved, onto, position)).toEqual(expected)
  })

  test.each([
    ['trips', 'trips', 'on'],
    ['trips', 'rome', 'on'],
    ['trips', 'rome', 'before'],
    ['trips', 'press', 'before'],
    ['art', 'trips', 'before'],
    ['oslo', 'trips', 'on'],
    ['press', '', 'on'],
  ] as const)('%s does not move to %s (%s)', (moved, onto, position) => {
    expect(positionOfMove(folders, moved, onto, position)).toBeUndefined()
  })
})
