import { expect, test } from 'vitest'

import { readImageQuery } from './image-query.ts'
import { outputSize, type Size } from './output-size.ts'

function sizeOf(
  query: Record<string, string>,
  [width, height]: readonly [number, number],
  frames = 1,
  type = 'image/jpeg',
): Size {
  const { change } = readImageQuery(type, query)
  if (!change) throw new Error('nothing to change')
  return outputSize(change, { width, height }, frames)
}

const small = [80, 40] as const
const wide = [900, 270] as const
const large = [12_000, 8000] as const

test.each<[Record<string, string>, readonly [number, number], number, number]>([
  // Never larger than the original.
  [{ w: '160' }, small, 80, 40],
  [{ h: '8192' }, small, 80, 40],
  [{ w: '60', dpr: '8' }, small, 80, 40],
  [{ w: '400', h: '30' }, small, 60, 30],
  [{ w: '400', h: '400', fit: 'crop' }, small, 40, 40],
  [{ w: '400', h: '100', fit: 'crop' }, small, 80, 20],
  [{ w: '400', h: '400', fit: 'fill' }, small, 80, 80],
  [{ w: '60', h: '8192', fit: 'fill' }, small, 60, 8192],
  [{ w: '8192', h: '1', fit: 'crop' }, [1, 1], 1, 1],
  // Within the limits of a response.
  [{ q: '50' }, large, 6928, 4619],
  [{ w: '6000' }, large, 6000, 4000],
  [{ w: '8192', h: '8192', fit: 'fill' }, [8192, 1], 5657, 5657],
  [{ fm: 'avif' }, large, 2449, 1633],
  [{ w: '2400', fm: 'avif' }, large, 2400, 1600],
  [{ blur: '10' }, large, 2449, 1633],
  [{ q: '50' }, [80_000, 100], 8192, 10],
  // An aspect ratio, as imgix documents it.
  [{ ar: '9:1', fit: 'crop' }, wide, 900, 100],
  [{ ar: '1:1', fit: 'crop' }, wide, 270, 270],
  [{ ar: '1:1', fit: 'fill' }, wide, 900, 900],
  [{ w: '280', ar: '2:1', fit: 'crop' }, wide, 280, 140],
  [{ h: '140', ar: '2:1', fit: 'crop' }, wide, 280, 140],
  [{ w: '900', ar: '0.5:1', fit: 'crop' }, wide, 135, 270],
  [{ w: '90', h: '90', ar: '2:1', fit: 'crop' }, wide, 90, 90],
  [{ w: '90', ar: '1:1' }, wide, 90, 27],
])('%j of an image of %j is %i × %i', (query, original, width, height) => {
  expect(sizeOf(query, original)).toEqual({ width, height })
})

test('all frames of an animation share the limits of one answer', () => {
  expect(sizeOf({ q: '50' }, [4000, 4000], 16, 'image/webp')).toEqual({ width: 1000, height: 1000 })
  expect(sizeOf({ q: '50' }, [8000, 8000], 1, 'image/gif')).toEqual({ width: 4000, height: 4000 })
  expect(sizeOf({ blur: '9' }, [4000, 4000], 4, 'image/webp')).toEqual({
    width: 1000,
    height: 1000,
  })
})
